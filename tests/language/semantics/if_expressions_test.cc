// If-expressions whose condition is a parameter: it can be changed where both branches make sense, and is
// decided upon where they do not.
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

bool IsConstant(const System& system, std::string_view name) {
  for (const Parameter& parameter : system.parameters) {
    if (NameOf(system, parameter) == name) return parameter.is_constant;
  }
  ADD_FAILURE() << name;
  return false;
}

TEST(IfExpressions, AConditionOfParametersStays) {
  const System system = FlattenOk(Wrap("parameter Boolean b = true; Real y = if b then time else 7;"));
  EXPECT_FALSE(IsConstant(system, "b"));
  EXPECT_EQ(ValuesOfY(system), (std::vector<double>{2}));
  EXPECT_EQ(ValuesOfY(FlattenOk(Wrap("parameter Boolean b = true; Real y = if b then time else 7;"),
                                {{"b", "false"}})),
            (std::vector<double>{7}));
}

TEST(IfExpressions, TheBranchThatIsNotTakenNeedNotHaveItsElements) {
  constexpr const char* kDeclarations =
      "parameter Integer n = 0; parameter Real a[n] = fill(4, n); Real y = if n > 0 then a[1] else 5;";
  const System without = FlattenOk(Wrap(kDeclarations));
  EXPECT_EQ(ValuesOfY(without), (std::vector<double>{5}));
  EXPECT_TRUE(IsConstant(without, "n"));
  EXPECT_EQ(ValuesOfY(FlattenOk(Wrap(kDeclarations), {{"n", "2"}})), (std::vector<double>{4}));
}

TEST(IfExpressions, BranchesOfDifferentSizesAreDecidedUpon) {
  const System system =
      FlattenOk(Wrap("parameter Boolean b = false; parameter Integer m = if b then 2 else 3; "
                     "Real y[m] = if b then {1, 2} elseif not b then {3, 4, time} else zeros(7);"));
  EXPECT_EQ(ValuesOfY(system), (std::vector<double>{3, 4, 2}));
  EXPECT_TRUE(IsConstant(system, "b"));
}

TEST(IfExpressions, AVaryingConditionBesideOneOfParameters) {
  const System system =
      FlattenOk(Wrap("parameter Boolean b = false; Real y[2] = if b then zeros(3) elseif time > 1 then {1, "
                     "2} else {3, 4};"));
  EXPECT_EQ(ValuesOfY(system), (std::vector<double>{1, 2}));
}

TEST(IfExpressions, AStringIsDecidedUpon) {
  const System system = FlattenOk(
      Wrap("parameter Boolean b = false; Real y = time;", "assert(y > 5, if b then \"one\" else \"two\");"));
  EXPECT_EQ(MessageOf(system, system.assertions[0]), "two");
  EXPECT_TRUE(IsConstant(system, "b"));
  const System written =
      FlattenOk(Wrap("Real y = time;", "assert(y > 5, if y > 1 then \"one\" else String(y));"));
  EXPECT_EQ(MessageOf(written, written.assertions[0], 0.5), "0.5");
  EXPECT_EQ(MessageOf(written, written.assertions[0], 2.5), "one");
}

TEST(IfExpressions, MistakesOfTheTextAreFoundInBothBranches) {
  EXPECT_EQ(FlattenText(Wrap("parameter Boolean b = false; Real y = if b then z else 1;")).Messages(),
            "2:49-50 D0201 `z` is not declared\n");
  EXPECT_EQ(FlattenText(Wrap("parameter Boolean b = false; Real y = if b then \"s\" else 1;")).Messages(),
            "2:39-59 D0221 the branches of an if-expression are String and Integer\n");
  EXPECT_EQ(
      FlattenText(Wrap("parameter Boolean b = true; Real x[2] = {1, 2}; Real y = if b then x[3] else 1;"))
          .Messages(),
      "2:70-71 D0224 the subscript 3 is not between 1 and 2\n");
}

}  // namespace
}  // namespace daedalus::semantics
