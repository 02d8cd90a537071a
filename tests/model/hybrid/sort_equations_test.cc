#include "daedalus/model/hybrid/sort_equations.h"

#include <gtest/gtest.h>

#include "daedalus/system/print_system.h"
#include "model/hybrid/hybrid_system.h"

namespace daedalus::hybrid {
namespace {

std::string Text(const System& system, std::span<const DiscreteAssignment> assignments) {
  std::string text;
  for (const DiscreteAssignment& a : assignments) {
    text += fmt::format("{}:{} := {}\n", a.level, system.names.Text(system.hybrid.discretes[a.target].name),
                        ExpressionText(system, a.value));
  }
  return text;
}

TEST(SortDiscreteEquations, FollowsTheDirectionThatIsPossible) {
  HybridSystem h;
  const DiscreteId a = h.Discrete("a"), b = h.Discrete("b"), c = h.Discrete("c");
  h.Equate(h.Now(a), h.Now(b));         // a connection: either could be computed from the other
  h.Equate(h.Not(h.Now(c)), h.Now(b));  // c := not b
  h.Equate(h.Now(a), h.Pre(c));         // so a is this one, and b := a
  const auto sorted = SortDiscreteEquations(h.system);
  ASSERT_TRUE(sorted.ok());
  EXPECT_EQ(Text(h.system, *sorted), "0:a := pre(c)\n1:b := a\n2:c := not b\n");
}

TEST(SortDiscreteEquations, SeesThroughRelations) {
  HybridSystem h;
  const ExprId x = h.Variable("x");
  const DiscreteId n = h.Discrete("n"), over = h.Discrete("over");
  h.Equate(h.Now(over), h.Less(h.Now(n), x));
  h.Equate(h.Now(n), h.Pre(n));
  const auto sorted = SortDiscreteEquations(h.system);
  ASSERT_TRUE(sorted.ok());
  EXPECT_EQ(Text(h.system, *sorted), "0:n := pre(n)\n1:over := (n < x)\n");
}

TEST(SortDiscreteEquations, TellsWhatNothingDetermines) {
  HybridSystem h;
  const DiscreteId a = h.Discrete("a");
  h.Discrete("b");
  h.Equate(h.Now(a), h.Pre(a));
  const auto sorted = SortDiscreteEquations(h.system);
  ASSERT_FALSE(sorted.ok());
  ASSERT_EQ(sorted.error().size(), 1u);
  EXPECT_EQ(sorted.error()[0].message, "no equation determines the discrete variable `b`");
}

TEST(SortDiscreteEquations, TellsWhatDeterminesNothing) {
  HybridSystem h;
  const DiscreteId a = h.Discrete("a");
  h.Equate(h.Now(a), h.Pre(a));
  h.Equate(h.Now(a), h.Constant(1));
  const auto sorted = SortDiscreteEquations(h.system);
  ASSERT_FALSE(sorted.ok());
  EXPECT_EQ(sorted.error()[0].code, Code::kStructurallySingular);
}

}  // namespace
}  // namespace daedalus::hybrid
