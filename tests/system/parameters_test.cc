#include "daedalus/system/parameters.h"

#include <gtest/gtest.h>

#include "daedalus/system/builder.h"
#include "daedalus/system/expr/build.h"

namespace daedalus {
namespace {

// A System of parameters p0, p1, ... declared in a text "p0;p1;...", so that spans can be checked.
class ParametersTest : public testing::Test {
 protected:
  ExprId P(std::size_t i) { return s.graph.Parameter(ParameterId(i)); }
  ExprId C(double value) { return s.graph.Constant(value); }

  ParameterId Add(ExprId value) {
    const auto begin = static_cast<std::uint32_t>(3 * s.parameters.size());
    Declaration d;
    d.span = {SourceFileId(0), begin, begin + 2};
    Parameter p;
    p.name = s.names.Add(fmt::format("p{}", s.parameters.size()));
    p.declaration = s.declarations.Add(d);
    p.value = value;
    return s.parameters.Add(p);
  }

  System s;
};

TEST_F(ParametersTest, ValuesComeAfterWhatTheyUse) {
  Add(expr::Sum(s.graph, P(1), P(2)));
  Add(expr::Product(s.graph, P(2), C(10)));
  Add(C(3));
  const auto order = ParameterOrder(s);
  ASSERT_TRUE(order.ok());
  EXPECT_EQ(*order, (std::vector{ParameterId(2), ParameterId(1), ParameterId(0)}));
  EXPECT_EQ(EvaluateParameters(s)->values, (std::vector<double>{33, 30, 3}));
}

TEST_F(ParametersTest, AnOverrideReplacesTheBindingAndReachesItsUsers) {
  Add(expr::Product(s.graph, P(1), C(2)));
  Add(C(3));
  const ParameterOverride changed[] = {{ParameterId(1), 5.0}};
  EXPECT_EQ(EvaluateParameters(s, changed)->values, (std::vector<double>{10, 5}));
  const ParameterOverride both[] = {{ParameterId(1), 5.0}, {ParameterId(0), 1.0}};
  EXPECT_EQ(EvaluateParameters(s, both)->values, (std::vector<double>{1, 5}));
}

TEST_F(ParametersTest, ConstantsCannotBeSet) {
  s.parameters[Add(C(3))].is_constant = true;
  const ParameterOverride changed[] = {{ParameterId(0), 5.0}};
  const auto result = EvaluateParameters(s, changed);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error()[0].code, Code::kBadOption);
}

// Of parameters with numbers and of those with texts.
TEST_F(ParametersTest, StructuralParametersCannotBeSetAndTheMessageSaysWhatToDo) {
  Parameter& n = s.parameters[Add(C(3))];
  n.is_constant = n.is_structural = true;
  s.text_parameters.emplace_back().name = s.names.Add("label");
  for (const char* name : {"p0", "label"}) {
    const auto found = FindSettableParameter(s, name, 1);
    ASSERT_FALSE(found.ok()) << name;
    EXPECT_EQ(found.error()[0].code, Code::kBadOption);
    EXPECT_EQ(found.error()[0].message,
              fmt::format("`{}` is structural: it cannot be changed after the model was compiled", name));
    EXPECT_EQ(found.error()[0].hint, "compile the model with the new value");
  }
  EXPECT_NE(FindSettableParameter(s, "labels", 1).error()[0].hint.find("`label`"), std::string::npos);
}

TEST_F(ParametersTest, ACycleIsNamedWithItsPlaces) {
  Add(P(1));
  Add(expr::Sum(s.graph, P(2), C(1)));
  Add(expr::Product(s.graph, P(1), C(2)));
  for (const auto& errors : {ParameterOrder(s).error(), EvaluateParameters(s).error()}) {
    ASSERT_EQ(errors.size(), 1u);
    const Diagnostic& d = errors[0];
    EXPECT_EQ(d.code, Code::kCyclicParameters);
    EXPECT_EQ(d.primary.span.begin, 3u);
    EXPECT_EQ(d.primary.text, "`p1` uses `p2`");
    ASSERT_EQ(d.secondary.size(), 1u);
    EXPECT_EQ(d.secondary[0].span.begin, 6u);
    EXPECT_EQ(d.notes, std::vector<std::string>{"the cycle: `p1` -> `p2` -> `p1`"});
  }
}

TEST_F(ParametersTest, AParameterOfItselfIsACycle) {
  Add(expr::Sum(s.graph, P(0), C(1)));
  EXPECT_EQ(ParameterOrder(s).error()[0].notes, std::vector<std::string>{"the cycle: `p0` -> `p0`"});
}

TEST_F(ParametersTest, WithoutAValueTheStartAttributeOrZeroIsTakenWithAWarning) {
  s.parameters[Add(ExprId())].start = P(2);
  Add(ExprId());
  Add(C(7));
  s.parameters[Add(ExprId())].fixed = false;
  const auto result = EvaluateParameters(s);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->values, (std::vector<double>{7, 0, 7, 0}));
  ASSERT_EQ(result->warnings.size(), 2u);
  EXPECT_EQ(result->warnings[0].code, Code::kParameterWithoutValue);
  EXPECT_EQ(result->warnings[0].severity, Severity::kWarning);
  EXPECT_EQ(result->warnings[0].notes[0], "its start value 7 is taken");
  EXPECT_EQ(result->warnings[1].notes[0], "the default 0 is taken");
}

TEST_F(ParametersTest, ANonFiniteValueNamesTheSubExpressionOnce) {
  Add(C(2));
  const ExprId difference = expr::Difference(s.graph, P(0), C(2));
  Add(expr::Sum(s.graph, C(1), expr::Quotient(s.graph, P(0), difference)));
  Add(expr::Product(s.graph, P(1), C(2)));
  const auto result = EvaluateParameters(s);
  ASSERT_FALSE(result.ok());
  ASSERT_EQ(result.error().size(), 1u);
  EXPECT_EQ(result.error()[0].code, Code::kParameterNotFinite);
  EXPECT_EQ(result.error()[0].notes[0], "`p0/(p0 - 2)` gives inf");
}

TEST_F(ParametersTest, LongChainsDoNotOverflow) {
  constexpr std::size_t kLength = 200'000;
  for (std::size_t i = 0; i < kLength; ++i) Add(expr::Sum(s.graph, P(i + 1), C(1)));
  Add(C(0));
  EXPECT_EQ(EvaluateParameters(s)->values[0], static_cast<double>(kLength));
}

}  // namespace
}  // namespace daedalus
