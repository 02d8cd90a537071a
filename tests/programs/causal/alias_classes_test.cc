#include "daedalus/programs/causal/alias_classes.h"

#include <gtest/gtest.h>

#include <random>

#include "daedalus/programs/causal/alias_forest.h"
#include "daedalus/system/builder.h"

namespace daedalus::causal {
namespace {

// The oracle: the class of each variable and its sign in it, relabelled in full at each union.
struct Labels {
  std::vector<std::size_t> label;
  std::vector<int> sign;

  explicit Labels(std::size_t n) : label(n), sign(n, 1) {
    for (std::size_t i = 0; i < n; ++i) label[i] = i;
  }
  void Unite(std::size_t a, std::size_t b, int s) {
    const std::size_t from = label[b], to = label[a];
    const int flip = sign[a] * s * sign[b];
    for (std::size_t i = 0; i < label.size(); ++i) {
      if (label[i] != from) continue;
      label[i] = to;
      sign[i] *= flip;
    }
  }
};

TEST(SignedUnionFind, AgreesWithRelabellingEverything) {
  constexpr std::size_t kSize = 40;
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<std::size_t> any(0, kSize - 1);
    SignedUnionFind classes(kSize);
    Labels oracle(kSize);
    for (int step = 0; step < 35; ++step) {
      const VariableId a(any(random)), b(any(random));
      const int sign = random() % 2 ? 1 : -1;
      const auto x = classes.Find(a), y = classes.Find(b);
      ASSERT_EQ(x.root == y.root, oracle.label[a.index()] == oracle.label[b.index()]);
      if (x.root == y.root) continue;
      classes.Unite(x.root, y.root, x.sign * sign * y.sign);
      oracle.Unite(a.index(), b.index(), sign);
    }
    for (std::size_t i = 0; i < kSize; ++i) {
      const auto place = classes.Find(VariableId(i));
      EXPECT_EQ(oracle.label[i], oracle.label[place.root.index()]);
      EXPECT_EQ(place.sign, oracle.sign[i] * oracle.sign[place.root.index()]) << "seed " << seed;
    }
  }
}

AliasStatement Equal(std::size_t a, std::size_t b, int sign) {
  AliasStatement s;
  s.kind = AliasStatement::Kind::kEqual;
  s.a = VariableId(a);
  s.b = VariableId(b);
  s.sign = sign;
  return s;
}

//   0 --- 1 -(-)- 2 --- 4        6 (alone)
//         |
//       (-)3
class AliasForestTest : public testing::Test {
 protected:
  AliasForestTest() {
    for (const AliasStatement& s : {Equal(1, 0, 1), Equal(2, 1, -1), Equal(1, 3, -1), Equal(2, 4, 1)})
      links_.push_back(statements_.Add(s));
  }
  AliasStatements statements_;
  std::vector<AliasStatementId> links_;
};

TEST_F(AliasForestTest, HangsUpATreeAtAnyMember) {
  AliasForest forest(7, statements_, links_);
  EXPECT_EQ(forest.RootAt(VariableId(0)).size(), 5u);
  EXPECT_EQ(forest.SignOf(VariableId(4)), -1);
  EXPECT_EQ(forest.RootAt(VariableId(4)).front(), VariableId(4)) << "and anew at another one";
  EXPECT_EQ(forest.SignOf(VariableId(2)), 1);
  EXPECT_EQ(forest.SignOf(VariableId(0)), -1);
  EXPECT_EQ(forest.SignOf(VariableId(3)), 1) << "two minus signs on the way";
  EXPECT_EQ(forest.LinkOf(VariableId(3)), links_[2]);
  EXPECT_FALSE(forest.LinkOf(VariableId(4)).IsValid());
  EXPECT_FALSE(forest.IsRooted(VariableId(6)));
  EXPECT_EQ(forest.RootAt(VariableId(6)).size(), 1u);
}

TEST_F(AliasForestTest, ThePathDoesNotDependOnTheRoot) {
  for (std::size_t root = 0; root < 5; ++root) {
    AliasForest forest(7, statements_, links_);
    forest.RootAt(VariableId(root));
    EXPECT_EQ(forest.Path(VariableId(3), VariableId(4)),
              (std::vector<AliasStatementId>{links_[2], links_[1], links_[3]}));
    EXPECT_TRUE(forest.Path(VariableId(2), VariableId(2)).empty());
  }
}

TEST(GroupAliases, LinksAreAForestAndEachClassIsConstantOnce) {
  Model m("M");
  for (const char* name : {"a", "b", "c"}) m.Variable(name);
  const System system = std::move(m).Build().value();
  AliasStatements statements;
  const auto ab = statements.Add(Equal(0, 1, 1)), bc = statements.Add(Equal(1, 2, -1)),
             cycle = statements.Add(Equal(0, 2, -1)), zero = statements.Add(Equal(0, 2, 1)),
             again = statements.Add(Equal(2, 1, 1));
  const AliasClasses classes = GroupAliases(system, statements);
  EXPECT_EQ(classes.links, (std::vector{ab, bc}));
  EXPECT_EQ(classes.constants, std::vector{zero});
  ASSERT_EQ(classes.refused.size(), 2u);
  EXPECT_EQ(classes.refused[0].statement, cycle);
  EXPECT_FALSE(classes.refused[0].first.IsValid()) << "no constant has a part in it";
  EXPECT_EQ(classes.refused[1].statement, again);
  EXPECT_EQ(classes.refused[1].first, zero);
}

}  // namespace
}  // namespace daedalus::causal
