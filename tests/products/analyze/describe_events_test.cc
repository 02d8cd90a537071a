#include "daedalus/products/analyze/describe_events.h"

#include <gtest/gtest.h>

#include "daedalus/system/expr/build.h"
#include "model/hybrid/hybrid_system.h"

namespace daedalus::analyze {
namespace {

TEST(DescribeEvents, ListsWhatCanHappen) {
  hybrid::HybridSystem h;
  const ExprId x = h.Variable("x");
  const DiscreteId above = h.Discrete("above"), late = h.Discrete("late");
  h.Equate(h.Now(late), h.And(h.Now(above), h.Less(h.Constant(2), h.system.graph.Time(), true)));
  h.Equate(h.Now(above), h.Less(h.Constant(1), x));
  AddSample(h.system.hybrid, {h.Constant(0), h.Constant(0.1), {}, {}});
  h.system.hybrid.reinits.push_back({h.And(h.Now(above), h.Not(h.Pre(above))), x, h.Constant(0), {}});
  const auto text = DescribeEvents(h.system, {});
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text,
            "1 relation is watched during the run:\n"
            "  1 < x\n"
            "1 relation changes at an instant that is known beforehand:\n"
            "  2 <= time\n"
            "1 sequence of samples:\n"
            "  sample(0, 0.1)\n"
            "2 discrete variables, in the order in which an event computes them:\n"
            "  above := (1 < x)\n"
            "  late := above and (2 <= time)\n"
            "1 state gets a new value:\n"
            "  x := 0\n");
}

// A relay: its relation decides about a slope, and nobody remembers it.
TEST(DescribeEvents, ListsWhereTheModelMaySlide) {
  hybrid::HybridSystem h;
  const ExprId x = h.Variable("x");
  const ExprId push =
      expr::Conditional(h.system.graph, h.Less(h.Constant(1), x), h.Constant(-1), h.Constant(1));
  Equation slope;
  slope.left = h.system.graph.Variable(h.system.graph.variable(x), 1);
  slope.right = push;
  slope.residual = expr::Difference(h.system.graph, slope.left, slope.right);
  h.system.equations.Add(slope);
  EXPECT_EQ(DescribeEvents(h.system, {}).value(),
            "1 relation is watched during the run:\n"
            "  1 < x\n"
            "1 relation changes only slopes: if it changes to and fro, --sliding slides along it:\n"
            "  1 < x\n");
}

TEST(DescribeEvents, SaysThatThereAreNone) {
  EXPECT_EQ(DescribeEvents({}, {}).value(), "nothing happens at events: the model has none\n");
}

}  // namespace
}  // namespace daedalus::analyze
