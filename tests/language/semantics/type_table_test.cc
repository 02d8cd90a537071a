#include "daedalus/language/semantics/instances/type_table.h"

#include <gtest/gtest.h>

namespace daedalus::semantics {
namespace {

constexpr BaseType kReal = BaseType::kReal, kInteger = BaseType::kInteger, kString = BaseType::kString;

TEST(TypeTable, KnowsTheEnumerationsOfTheLanguage) {
  const TypeTable types;
  EXPECT_EQ(types.Name(FindType("StateSelect")), "StateSelect");
  EXPECT_EQ(types.Literals(kStateSelectType)[3], "prefer");
  EXPECT_EQ(types.Name(kAssertionLevelType), "AssertionLevel");
  EXPECT_EQ(types.NumValues(kAssertionLevelType), 2);
  EXPECT_EQ(types.NumValues(BaseType::kBoolean), 2);
  EXPECT_TRUE(FindType("Complex") == BaseType::kError);
}

TEST(TypeTable, EnumerationsAreEqualByTheirLiterals) {
  TypeTable types;
  const Type init = types.AddEnumeration({"A.Init", {"NoInit", "SteadyState"}});
  const Type same = types.AddEnumeration({"B.Init", {"NoInit", "SteadyState"}});
  const Type other = types.AddEnumeration({"C.Init", {"SteadyState", "NoInit"}});
  EXPECT_FALSE(init == same);
  EXPECT_TRUE(types.IsAssignable(init, same));
  EXPECT_EQ(types.Unify(same, init), same);
  EXPECT_FALSE(types.IsAssignable(init, other));
  EXPECT_TRUE(types.Unify(init, other) == BaseType::kError);
  EXPECT_FALSE(types.IsAssignable(init, kInteger));
  EXPECT_FALSE(types.IsAssignable(kInteger, init));
}

TEST(TypeTable, RecordsAreCompatibleByNamesAndTypesOfTheirFields) {
  TypeTable types;
  const Type complex = types.AddRecord({"Complex", {{"re", kReal}, {"im", kReal}}});
  const Type swapped = types.AddRecord({"Swapped", {{"im", kReal}, {"re", kReal}}});
  const Type whole = types.AddRecord({"Whole", {{"re", kInteger}, {"im", kInteger}}});
  const Type named = types.AddRecord({"Named", {{"re", kReal}, {"im", kReal}, {"name", kString}}});
  const Type ranked = types.AddRecord({"Ranked", {{"re", kReal, 1}, {"im", kReal}}});
  EXPECT_EQ(types.Unify(complex, swapped), complex);
  EXPECT_TRUE(types.IsAssignable(complex, whole));
  EXPECT_FALSE(types.IsAssignable(whole, complex));
  EXPECT_EQ(types.Unify(whole, complex), complex);
  // More fields than are wanted may be there; less may not, and in an array all have the same.
  EXPECT_TRUE(types.IsAssignable(complex, named));
  EXPECT_FALSE(types.IsAssignable(named, complex));
  EXPECT_TRUE(types.Unify(complex, named) == BaseType::kError);
  EXPECT_FALSE(types.IsAssignable(complex, ranked));
  EXPECT_FALSE(types.IsAssignable(complex, kReal));
}

TEST(TypeTable, RecordsOfRecords) {
  TypeTable types;
  const Type inner = types.AddRecord({"P.Inner", {{"a", kReal}}});
  const Type twin = types.AddRecord({"Q.Inner", {{"a", kReal}}});
  const Type other = types.AddRecord({"R.Inner", {{"a", kString}}});
  const Type outer = types.AddRecord({"P.Outer", {{"x", inner, 1}}, 7, true});
  EXPECT_TRUE(types.IsAssignable(outer, types.AddRecord({"Q.Outer", {{"x", twin, 1}}})));
  EXPECT_FALSE(types.IsAssignable(outer, types.AddRecord({"R.Outer", {{"x", other, 1}}})));
  EXPECT_EQ(types.Record(outer).environment, 7u);
  EXPECT_TRUE(types.Record(outer).is_operator_record);
  EXPECT_EQ(types.Record(outer).Find("x"), 0);
  EXPECT_EQ(types.Record(outer).Find("y"), -1);
}

TEST(TypeTable, ExternalObjectsAndFunctionsAreTheirDeclaration) {
  TypeTable types;
  const Type table = types.AddExternalObject({"ExternalCombiTable1D", 3});
  const Type twin = types.AddExternalObject({"ExternalCombiTable1D", 4});
  const Type function = types.AddFunction({"partialScalarFunction", 5});
  EXPECT_EQ(types.Name(table), "ExternalCombiTable1D");
  EXPECT_EQ(types.Name(function), "partialScalarFunction");
  EXPECT_TRUE(types.IsAssignable(table, table));
  EXPECT_FALSE(types.IsAssignable(table, twin));
  EXPECT_FALSE(types.IsAssignable(table, function));
  EXPECT_EQ(types.Class(twin).environment, 4u);
}

}  // namespace
}  // namespace daedalus::semantics
