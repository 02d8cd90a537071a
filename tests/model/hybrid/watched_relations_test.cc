#include "daedalus/model/hybrid/watched_relations.h"

#include <gtest/gtest.h>

#include "model/hybrid/hybrid_system.h"

namespace daedalus::hybrid {
namespace {

constexpr double kJudged = 1e-6;

// x < 2 and x <= 3.
struct Watched {
  Watched() : model(Compiled()), relations(model, kJudged) {}
  static EventModel Compiled() {
    HybridSystem h;
    const ExprId x = h.Variable("x");
    h.Equate(h.Now(h.Discrete("a")), h.Less(x, h.Constant(2)));
    h.Equate(h.Now(h.Discrete("b")), h.Less(x, h.Constant(3), true));
    return CompileEvents(h.system).value();
  }
  void ReadAt(double x) { relations.ReadSides(model, {0, &x, nullptr, nullptr}); }

  EventModel model;
  WatchedRelations relations;
};

TEST(WatchedRelations, ReadTheirSides) {
  Watched w;
  ASSERT_EQ(w.relations.size(), 2u);
  EXPECT_FALSE(w.relations[0].or_equal);
  EXPECT_TRUE(w.relations[1].or_equal);
  w.ReadAt(2.5);
  EXPECT_EQ(w.relations[0].difference, -0.5);
  EXPECT_EQ(w.relations[1].difference, 0.5);
  EXPECT_EQ(w.relations[1].size, 5.5);
}

// event_rules.h (3): without a scale and a slack, the band is the smallest one.
TEST(WatchedRelations, RootsArePositiveAsLongAsARelationHolds) {
  Watched w;
  EXPECT_GT(w.relations.Root(0, 1, 2, true), 0);
  EXPECT_LT(w.relations.Root(0, 3, 2, true), 0);
  EXPECT_GT(w.relations.Root(0, 3, 2, false), 0);
  EXPECT_LT(w.relations.Root(0, 1, 2, false), 0);
}

TEST(WatchedRelations, AtAStartEqualityDecidesBetweenLessAndLessOrEqual) {
  Watched w;
  w.relations.judgement().is_exact = 1;
  w.ReadAt(2);
  EXPECT_FALSE(w.relations.ShouldBeTrue(0, true));
  w.ReadAt(3);
  EXPECT_TRUE(w.relations.ShouldBeTrue(1, false));
}

TEST(WatchedRelations, ChatterAfterAHundredSmallExcursions) {
  Watched w;
  EXPECT_FALSE(w.relations.FindChattering());
  w.relations[1].num_small = 99;
  EXPECT_FALSE(w.relations.FindChattering());
  w.relations[1].num_small = 100;
  w.relations[1].since = 4.5;
  const auto chattering = w.relations.FindChattering();
  ASSERT_TRUE(chattering);
  EXPECT_EQ(chattering->relation, 1u);
  EXPECT_EQ(chattering->count, 100);
  EXPECT_EQ(chattering->since, 4.5);
}

}  // namespace
}  // namespace daedalus::hybrid
