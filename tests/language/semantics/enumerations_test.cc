// Enumerations and Boolean as types of values, dimensions, subscripts and ranges (Modelica 3.6, sections
// 4.9.5, 10.5 and 11.2.2.2). StateSelect has five literals: never, avoid, default, prefer, always.
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

using Numbers = std::vector<double>;

TEST(Enumerations, RelationsFollowTheOrderOfTheLiterals) {
  constexpr const char* kP = "parameter StateSelect s = StateSelect.prefer;";
  EXPECT_EQ(ValueOf("if s > StateSelect.avoid then 1 else 0", kP), 1);
  EXPECT_EQ(ValueOf("if s >= StateSelect.always then 1 else 0", kP), 0);
  EXPECT_EQ(ValueOf("if s == StateSelect.prefer then 1 else 0", kP), 1);
  EXPECT_EQ(ValueOf("if s <> StateSelect.prefer then 1 else 0", kP), 0);
  EXPECT_EQ(ValueOf("Integer(max(s, StateSelect.avoid))", kP), 4);
  EXPECT_EQ(ValueOf("Integer(min({s, StateSelect.avoid, StateSelect.default}))", kP), 2);
}

TEST(Enumerations, ANumberBecomesALiteral) {
  EXPECT_EQ(ValueOf("Integer(StateSelect(2))"), 2);
  EXPECT_EQ(ValueOf("if StateSelect(n + 1) == StateSelect.always then 1 else 0", "parameter Integer n = 4;"),
            1);
  EXPECT_EQ(FlattenText(Wrap("Real y = Integer(StateSelect(6));")).Messages(),
            "2:30-31 D0228 StateSelect has 5 values; there is no value number 6\n");
  EXPECT_EQ(FlattenText(Wrap("Real y = Integer(StateSelect(0.5));")).Messages(),
            "2:30-33 D0228 `StateSelect` needs an Integer here, but this is Real\n");
  EXPECT_EQ(FlattenText(Wrap("Real y = Integer(StateSelect());")).Messages(),
            "2:18-31 D0227 `StateSelect` takes 1 argument, but there are 0\n");
}

TEST(Enumerations, ATypeIsADimension) {
  constexpr const char* kTable =
      "constant Real t[StateSelect, Boolean] = {{10 * i + j for j in 0:1} for i in 1:5};";
  EXPECT_EQ(ValueOf("t[StateSelect.default, false]", kTable), 30);
  EXPECT_EQ(ValueOf("t[StateSelect.default, true]", kTable), 31);
  EXPECT_EQ(ValueOf("size(t, 1) * 10 + size(t, 2)", kTable), 52);
  EXPECT_EQ(ValueOf("t[end, end]", kTable), 51);
  EXPECT_EQ(Values("[2]", "t[StateSelect.avoid, :]", kTable), (Numbers{20, 21}));
  EXPECT_EQ(Values("[2]", "t[StateSelect.avoid:StateSelect.default, true]", kTable), (Numbers{21, 31}));
  EXPECT_EQ(Values("[2]", "t[{StateSelect.always, StateSelect.never}, true]", kTable), (Numbers{51, 11}));
}

TEST(Enumerations, ADimensionIsSubscriptedByItsType) {
  EXPECT_EQ(FlattenText(Wrap("constant Real t[StateSelect] = 1:5; Real y = t[2];")).Messages(),
            "2:48-49 D0223 this dimension is subscripted by values of StateSelect, but this is Integer\n");
  EXPECT_EQ(FlattenText(Wrap("constant Real t[5] = 1:5; Real y = t[StateSelect.avoid];")).Messages(),
            "2:38-55 D0223 a subscript is an Integer or a vector of Integers, but this is StateSelect\n");
  EXPECT_EQ(FlattenText(Wrap("constant Real t[Real] = {1};")).Messages(),
            "2:17-21 D0208 `Real` is a class, not a value\n");
}

TEST(Enumerations, ATypeIsARange) {
  EXPECT_EQ(Values("[5]", "{Integer(s) for s in StateSelect}"), (Numbers{1, 2, 3, 4, 5}));
  EXPECT_EQ(Values("[2]", "{if b then 7 else 8 for b in Boolean}"), (Numbers{8, 7}));
  EXPECT_EQ(Values("[3]", "{Integer(s) for s in StateSelect.avoid:StateSelect.prefer}"), (Numbers{2, 3, 4}));
  EXPECT_EQ(Values("[5]", "{t[s] for s}", "constant Real t[StateSelect] = 11:15;"),
            (Numbers{11, 12, 13, 14, 15}));
  const System system =
      FlattenOk(Wrap("Real y[StateSelect];", "for s in StateSelect loop y[s] = Integer(s) * time; end for;"));
  EXPECT_EQ(ValuesOfY(system), (Numbers{2, 4, 6, 8, 10}));
}

TEST(Enumerations, RangesHaveOneTypeAndNoStep) {
  EXPECT_EQ(
      FlattenText(Wrap("Real y = sum(1 for s in StateSelect.never:StateSelect.avoid:StateSelect.always);"))
          .Messages(),
      "2:43-60 D0241 a range of StateSelect has no step\n");
  EXPECT_EQ(FlattenText(Wrap("Real y = sum(1 for s in StateSelect.never:AssertionLevel.error);")).Messages(),
            "2:25-63 D0221 a range of StateSelect and AssertionLevel\n");
}

}  // namespace
}  // namespace daedalus::semantics
