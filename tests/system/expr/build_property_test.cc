// Simplification never changes the value: random expressions, built plainly and simplified, at random points.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/print_expression.h"
#include "enclosure.h"
#include "random_expression.h"

namespace daedalus::expr {
namespace {

std::vector<Op> AllOperations() {
  std::vector<Op> ops;
  for (int i = 0; i < kNumOps; ++i) {
    if (!IsLeaf(static_cast<Op>(i))) ops.push_back(static_cast<Op>(i));
  }
  // Sums and products again, since most rules are about them.
  for (int i = 0; i < 10; ++i) ops.insert(ops.end(), {Op::kAdd, Op::kMul, Op::kMul, Op::kDiv, Op::kPow});
  return ops;
}

// Over- and underflow of intermediate results may differ.
bool IsModerate(const std::vector<MaybeEnclosure>& values) {
  return std::all_of(values.begin(), values.end(), [](const MaybeEnclosure& x) {
    return !x || std::max(std::abs(x->low), std::abs(x->high)) < 1e50;
  });
}

TEST(BuildProperty, SimplifiedAndPlainEnclosuresMeet) {
  std::mt19937 random(20240607);
  const RecipeOptions options{.ops = AllOperations(), .constants = {-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3, 4}};
  const double special[] = {-2, -1, -0.5, 0, 0.5, 1, 2};
  const auto draw = [&] {
    if (random() % 3 == 0) return special[random() % std::size(special)];
    return std::uniform_real_distribution<double>(-2.5, 2.5)(random);
  };
  int compared = 0, decided = 0;
  for (int round = 0; round < 20000; ++round) {
    const Recipe recipe = MakeRecipe(random, options);
    Graph plain, simplified;
    const ExprId a = Follow(recipe, plain, MakePlainly);
    const ExprId b = Follow(recipe, simplified, Build);
    for (int k = 0; k < 4; ++k) {
      const TestPoint point = TestPoint::Random(draw);
      const std::vector<MaybeEnclosure> all = EncloseAll(plain, point);
      const MaybeEnclosure x = all[a.index()];
      if (!x || !IsModerate(all)) continue;
      const MaybeEnclosure y = EncloseAll(simplified, point)[b.index()];
      ASSERT_TRUE(y.has_value()) << Print(plain, a) << "  became  " << Print(simplified, b);
      ASSERT_TRUE(x->low <= y->high && y->low <= x->high)
          << Print(plain, a) << " in [" << x->low << ", " << x->high << "]  became  " << Print(simplified, b)
          << " in [" << y->low << ", " << y->high << "]";
      ++compared;
      if (x->high - x->low <= 1e-9 * (1.0 + std::abs(x->low))) ++decided;
    }
  }
  // The test says something only if most points are in the domain and most enclosures are narrow.
  EXPECT_GT(compared, 20000);
  EXPECT_GT(decided, compared * 9 / 10);
}

// Whole numbers and logical values stay exact to the last bit.
TEST(BuildProperty, IntegerExpressionsAreExact) {
  std::mt19937 random(7);
  RecipeOptions options{.ops = {Op::kAbs, Op::kSign, Op::kFloor, Op::kCeil, Op::kTruncDiv, Op::kMod, Op::kRem,
                                Op::kMin, Op::kMax, Op::kLess, Op::kLessEqual, Op::kEqual, Op::kNotEqual,
                                Op::kNot, Op::kAnd, Op::kOr, Op::kIf, Op::kNoEvent, Op::kPow},
                        .constants = {-3, -2, -1, 0, 1, 2, 3}};
  for (int i = 0; i < 6; ++i) options.ops.insert(options.ops.end(), {Op::kAdd, Op::kMul});
  const auto draw = [&] { return std::uniform_int_distribution<int>(-4, 4)(random); };
  int compared = 0;
  for (int round = 0; round < 20000; ++round) {
    const Recipe recipe = MakeRecipe(random, options);
    Graph plain, simplified;
    const ExprId a = Follow(recipe, plain, MakePlainly);
    const ExprId b = Follow(recipe, simplified, Build);
    for (int k = 0; k < 4; ++k) {
      const TestPoint p = TestPoint::Random(draw);
      const Point point{p.time, p.variables, p.derivatives, p.parameters};
      // All intermediate values whole and small, or rounding may enter.
      Evaluator evaluator(plain);
      evaluator.SetPoint(point);
      bool is_exact = true;
      for (const ExprId id : IdRange<ExprId>(plain.size())) {
        const double value = evaluator.Value(id);
        is_exact = is_exact && std::abs(value) < 1e9 && std::trunc(value) == value;
      }
      if (!is_exact) continue;
      ASSERT_EQ(evaluator.Value(a), Evaluate(simplified, b, point))
          << Print(plain, a) << "  became  " << Print(simplified, b);
      ++compared;
    }
  }
  EXPECT_GT(compared, 20000);
}

// Building is idempotent: an expression built again from its own simplified operands is itself.
TEST(BuildProperty, RebuildingChangesNothing) {
  std::mt19937 random(99);
  const RecipeOptions options{.ops = AllOperations(), .constants = {-2, -1, 0, 1, 2, 3}};
  for (int round = 0; round < 5000; ++round) {
    Graph g;
    Follow(MakeRecipe(random, options), g, Build);
    const std::size_t size = g.size();
    for (const ExprId id : IdRange<ExprId>(size)) {
      if (IsLeaf(g.op(id))) continue;
      const std::vector<ExprId> operands(g.operands(id).begin(), g.operands(id).end());
      ASSERT_EQ(Build(g, g.op(id), operands), id) << Print(g, id);
    }
  }
}

}  // namespace
}  // namespace daedalus::expr
