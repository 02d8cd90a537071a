#include "daedalus/model/simulate/combination_watch.h"

#include <gtest/gtest.h>

#include "daedalus/system/expr/build.h"

namespace daedalus::simulate {
namespace {

// A combination whose multipliers are those functions of time, that of the replaced equation first.
CombinationWatch WatchOf(System& system, std::vector<ExprId> rivals) {
  causal::ConversionReport report;
  report.conversions.emplace_back().rivals = std::move(rivals);
  return CombinationWatch(system, report);
}

codegen::KernelInputs At(double time) {
  return {time, nullptr, nullptr, nullptr, nullptr};
}

TEST(CombinationWatch, IsDueWhereAnotherEquationHasAMuchLargerMultiplier) {
  System system;
  const ExprId t = system.graph.Time();
  CombinationWatch watch = WatchOf(
      system, {expr::Unary(system.graph, expr::Op::kCos, t), expr::Unary(system.graph, expr::Op::kSin, t)});
  ASSERT_TRUE(watch.is_needed());
  EXPECT_FALSE(watch.IsDue(At(0)));
  EXPECT_FALSE(watch.IsDue(At(1.0)));
  EXPECT_TRUE(watch.IsDue(At(1.5)));
  watch.Confirm();  // there is no other combination
  EXPECT_FALSE(watch.IsDue(At(1.5)));
  EXPECT_TRUE(watch.IsDue(At(1.57)));
  watch.Begin(At(3));
  EXPECT_TRUE(watch.IsDue(At(4.6)));
}

TEST(CombinationWatch, IsDueWhereAllMultipliersVanish) {
  System system;
  const ExprId t = system.graph.Time();
  CombinationWatch watch = WatchOf(system, {t, t});
  EXPECT_FALSE(watch.IsDue(At(1)));
  EXPECT_FALSE(watch.IsDue(At(0.5)));
  EXPECT_TRUE(watch.IsDue(At(0.1)));
}

TEST(CombinationWatch, OfConstantMultipliersIsNotNeeded) {
  System system;
  EXPECT_FALSE(WatchOf(system, {}).is_needed());
}

}  // namespace
}  // namespace daedalus::simulate
