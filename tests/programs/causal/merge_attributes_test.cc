#include "daedalus/programs/causal/merge_attributes.h"

#include <gtest/gtest.h>

#include "daedalus/programs/causal/alias_removal.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/print_system.h"

namespace daedalus::causal {
namespace {

constexpr VariableId kFirst(0), kSecond(1);

// `first` and `second` as one variable: second = sign * first.
struct Merged {
  System system;
  std::vector<Diagnostic> warnings;
  std::vector<Diagnostic> errors;

  const Variable& kept() const { return system.variables[kFirst]; }
  const Declaration& declaration() const { return system.declarations[kept().declaration]; }
  std::string Text(ExprId e) const { return e.IsValid() ? ExpressionText(system, e) : "none"; }
};

Merged Merge(Model m, int sign = 1) {
  Merged out{std::move(m).Build().value(), {}, {}};
  Diagnostics warnings;
  AttributeMerger merger(out.system, warnings);
  merger.Merge(kFirst, kSecond, sign);
  out.errors = merger.TakeErrors();
  out.warnings = warnings.Take();
  return out;
}

Merged Merge(const VariableAttributes& first, const VariableAttributes& second, int sign = 1) {
  Model m("M");
  m.Variable("first", first);
  m.Variable("second", second);
  return Merge(std::move(m), sign);
}

TEST(MergeAttributes, TheOwnStartValueWinsOverOneThatIsNotFixedEither) {
  EXPECT_EQ(Merge({.start = 1.0}, {.start = 2.0}).Text(Merge({.start = 1.0}, {.start = 2.0}).kept().start),
            "1");
  const Merged taken = Merge({}, {.start = 2.0}, -1);
  EXPECT_EQ(taken.Text(taken.kept().start), "-2");
  EXPECT_FALSE(taken.kept().fixed);
  const Merged none = Merge({}, {});
  EXPECT_EQ(none.Text(none.kept().start), "none");
}

TEST(MergeAttributes, AFixedStartValueWins) {
  const Merged merged = Merge({.start = 1.0}, {.start = 2.0, .fixed = true}, -1);
  EXPECT_TRUE(merged.kept().fixed);
  EXPECT_EQ(merged.Text(merged.kept().start), "-2");
  const Merged by_default = Merge({.start = 1.0}, {.fixed = true});
  EXPECT_EQ(by_default.Text(by_default.kept().start), "0") << "fixed at the default of the language";
  const Merged own = Merge({.start = 1.0, .fixed = true}, {.start = 2.0});
  EXPECT_EQ(own.Text(own.kept().start), "1");
}

TEST(MergeAttributes, FixedStartValuesMustAgreeUpToSign) {
  const VariableAttributes one{.start = 1.0, .fixed = true}, minus_one{.start = -1.0, .fixed = true};
  EXPECT_TRUE(Merge(one, one).errors.empty());
  EXPECT_TRUE(Merge(one, minus_one, -1).errors.empty());
  const Merged merged = Merge(one, minus_one);
  ASSERT_EQ(merged.errors.size(), 1u);
  EXPECT_EQ(merged.errors[0].code, Code::kConflictingStarts);
  EXPECT_EQ(merged.errors[0].message,
            "`second` and `first` are one variable, but fixed at different start values");
  EXPECT_EQ(merged.errors[0].notes.at(0), "`second` starts at -1, and `first` at 1");
}

TEST(MergeAttributes, FixedStartValuesOfParametersAreComparedByValue) {
  const auto errors = [](double q_value) {
    Model m("M");
    auto p = m.Parameter("p", 0.1), q = m.Parameter("q", q_value);
    m.Variable("first", {.start = 3.0 * p, .fixed = true});
    m.Variable("second", {.start = q, .fixed = true});
    return Merge(std::move(m)).errors.size();
  };
  EXPECT_EQ(errors(0.3), 0u) << "3*0.1 is not 0.3, but for rounding";
  EXPECT_EQ(errors(0.3 + 1e-9), 1u);
}

TEST(MergeAttributes, ParametersWithoutValuesAreReportedWhereTheyAreNeeded) {
  Model m("M");
  auto p = m.Parameter("p", log(Expr(0.0)));
  m.Variable("first", {.start = p, .fixed = true});
  m.Variable("second", {.start = 1.0, .fixed = true});
  const Merged merged = Merge(std::move(m));
  ASSERT_EQ(merged.errors.size(), 1u);
  EXPECT_EQ(merged.errors[0].code, Code::kParameterNotFinite);
}

TEST(MergeAttributes, BoundsIntersect) {
  const Merged merged = Merge({.min = 0.0, .max = 5.0}, {.min = -1.0, .max = 3.0});
  EXPECT_EQ(merged.Text(merged.kept().min), "0");
  EXPECT_EQ(merged.Text(merged.kept().max), "3");
  EXPECT_TRUE(merged.warnings.empty());
}

TEST(MergeAttributes, WithAMinusAnUpperBoundIsALowerOne) {
  const Merged merged = Merge({.max = 5.0}, {.max = 3.0}, -1);
  EXPECT_EQ(merged.Text(merged.kept().min), "-3");
  EXPECT_EQ(merged.Text(merged.kept().max), "5");
}

TEST(MergeAttributes, BoundsThatLeaveNothingAreAWarning) {
  const Merged merged = Merge({.min = 1.0}, {.min = 1.0}, -1);
  ASSERT_EQ(merged.warnings.size(), 1u);
  EXPECT_EQ(merged.warnings[0].severity, Severity::kWarning);
  EXPECT_EQ(merged.warnings[0].message,
            "`second` and `first` are one variable, but their bounds leave no value");
  EXPECT_EQ(merged.warnings[0].notes.at(0), "min = 1, max = -1");
}

TEST(MergeAttributes, NominalAndUnitComeFromWhoeverHasThem) {
  const Merged merged = Merge({}, {.nominal = 100.0, .unit = "V"}, -1);
  EXPECT_EQ(merged.Text(merged.kept().nominal), "100") << "a magnitude has no sign";
  EXPECT_EQ(merged.declaration().unit, "V");
  const Merged own = Merge({.nominal = 7.0, .unit = "V"}, {.nominal = 100.0, .unit = "V"});
  EXPECT_EQ(own.Text(own.kept().nominal), "7");
  EXPECT_TRUE(own.warnings.empty());
}

TEST(MergeAttributes, DifferentUnitsAreAWarning) {
  const Merged merged = Merge({.unit = "V"}, {.unit = "A"});
  ASSERT_EQ(merged.warnings.size(), 1u);
  EXPECT_EQ(merged.warnings[0].code, Code::kConflictingAttributes);
  EXPECT_EQ(merged.declaration().unit, "V");
}

TEST(MergeAttributes, TheStrongestWishWins) {
  using enum StateSelect;
  EXPECT_EQ(MergeStateSelect(kAvoid, kPrefer), kPrefer);
  EXPECT_EQ(MergeStateSelect(kDefault, kNever), kDefault);
  EXPECT_EQ(MergeStateSelect(kAlways, kAvoid), kAlways);
  EXPECT_EQ(MergeStateSelect(kNever, kNever), kNever);
  EXPECT_EQ(MergeStateSelect(kNever, kAlways), std::nullopt);
  EXPECT_EQ(MergeStateSelect(kAlways, kNever), std::nullopt);
  const Merged merged = Merge({.state_select = kNever}, {.state_select = kAlways});
  EXPECT_EQ(merged.declaration().state_select, kAlways);
  ASSERT_EQ(merged.warnings.size(), 1u);
  EXPECT_EQ(merged.warnings[0].code, Code::kConflictingAttributes);
}

TEST(MergeAttributes, OtherVariablesOfADeclarationKeepTheirs) {
  Model m("M");
  m.Variable("first");
  m.Variable("second", {.unit = "V"});
  m.Variable("beside");
  System system = std::move(m).Build().value();
  const VariableId beside(2);
  system.variables[beside].declaration = system.variables[kFirst].declaration;
  Diagnostics warnings;
  AttributeMerger(system, warnings).Merge(kFirst, kSecond, 1);
  EXPECT_EQ(system.declarations[system.variables[kFirst].declaration].unit, "V");
  EXPECT_EQ(system.declarations[system.variables[beside].declaration].unit, "");
}

// Two arrays that are equal element by element.
TEST(MergeAttributes, AnArrayGivesOneDeclarationAndOneWarning) {
  constexpr std::size_t kSize = 10;
  Model m("M");
  for (const char* name : {"a", "b"}) {
    const bool is_a = *name == 'a';
    for (std::size_t i = 0; i < kSize; ++i) {
      m.Variable(
          name + std::to_string(i),
          {.unit = is_a ? "V" : "A", .state_select = is_a ? StateSelect::kDefault : StateSelect::kPrefer});
    }
  }
  System system = std::move(m).Build().value();
  for (std::size_t i = 1; i < kSize; ++i) {
    for (const std::size_t array : {std::size_t{0}, kSize})
      system.variables[VariableId(array + i)].declaration = system.variables[VariableId(array)].declaration;
  }
  const std::size_t num_declarations = system.declarations.size();
  Diagnostics warnings;
  AttributeMerger merger(system, warnings);
  for (std::size_t i = 0; i < kSize; ++i) merger.Merge(VariableId(i), VariableId(kSize + i), 1);
  EXPECT_EQ(warnings.items().size(), 1u);
  EXPECT_EQ(system.declarations.size(), num_declarations + 1);
}

// ---- Through RemoveAliases ----

Result<AliasRemoval> ThreeAsOne(const VariableAttributes& a, const VariableAttributes& b,
                                const VariableAttributes& c, bool is_constant = false) {
  Model m("M");
  auto x = m.Variable("a", a), y = m.Variable("b", b), z = m.Variable("c", c);
  m.Equation(x == -y);
  m.Equation(y == z);
  if (is_constant) {
    m.Equation(z == 4.0);
  } else {
    m.Equation(sin(z) == m.Time());
  }
  Diagnostics warnings;
  return RemoveAliases(std::move(m).Build().value(), warnings);
}

TEST(MergeAttributes, TheConflictNamesWhoFixedItNotWhoWasKept) {
  const auto result = ThreeAsOne({.state_select = StateSelect::kPrefer}, {.start = 1.0, .fixed = true},
                                 {.start = 2.0, .fixed = true});
  ASSERT_FALSE(result.ok());
  ASSERT_EQ(result.error().size(), 1u);
  EXPECT_EQ(result.error()[0].message, "`c` and `b` are one variable, but fixed at different start values");
}

TEST(MergeAttributes, AConstantMustAgreeWithAFixedStartValue) {
  EXPECT_TRUE(ThreeAsOne({.start = -4.0, .fixed = true}, {}, {}, true).ok());
  EXPECT_TRUE(ThreeAsOne({.start = 7.0}, {}, {}, true).ok()) << "a guess only";
  const auto result = ThreeAsOne({.start = 4.0, .fixed = true}, {}, {}, true);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().at(0).code, Code::kConflictingStarts);
  EXPECT_EQ(result.error().at(0).notes.at(0), "by `c = 4`, `a` is -4 at all times");
}

TEST(MergeAttributes, TheRemovedVariableIsHandedBackAsItWas) {
  const auto result = ThreeAsOne({.start = 1.0, .unit = "V"}, {.start = 2.0, .unit = "mV"}, {});
  ASSERT_TRUE(result.ok());
  const System& s = result->system;
  EXPECT_EQ(NameOf(result->system, result->aliases[0].removed), "b");
  EXPECT_EQ(ExpressionText(s, result->aliases[0].removed.start), "2");
  EXPECT_EQ(s.declarations[result->aliases[0].removed.declaration].unit, "mV");
}

}  // namespace
}  // namespace daedalus::causal
