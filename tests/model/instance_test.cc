#include "daedalus/model/instance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/system/builder.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::model {
namespace {

// x' = -k x + sin(time), and z = -x, which is an alias.
System Decay() {
  daedalus::Model m("Decay");
  auto k = m.Parameter("k", 2.0);
  auto x = m.Variable("x", {.start = 1.0, .fixed = true}), y = m.Variable("y"), z = m.Variable("z");
  m.Equation(der(x) == -k * x + sin(m.Time()));
  m.Equation(y == x * x);
  m.Equation(z == -x);
  System out = std::move(m).Build().value();
  return out;
}

std::unique_ptr<Instance> Begin(std::shared_ptr<const Model> model) {
  auto instance = Instance::Make(std::move(model)).value();
  EXPECT_TRUE(instance->Initialize(0).ok());
  return instance;
}

TEST(Instance, EvaluatesAtTheTimeAndStatesThatWereSet) {
  const auto instance = Begin(Model::FromSystem(Decay()));
  ASSERT_EQ(instance->num_states(), 1u);
  EXPECT_EQ(instance->NamesOfStates(), std::vector<std::string>{"x"});
  instance->SetTime(0.5);
  const double x = 3;
  instance->SetStates({&x, 1});
  EXPECT_EQ(instance->Derivatives().value()[0], -6 + std::sin(0.5));
  EXPECT_EQ(instance->Value("y").value(), 9);
  EXPECT_EQ(instance->Value("z").value(), -3) << "an alias with a sign";
  EXPECT_EQ(instance->Value("der(x)").value(), -6 + std::sin(0.5));
}

TEST(Instance, RefusesUnknownNamesAndValuesThatAreNotFiniteAndChangesNothing) {
  const auto instance = Begin(Model::FromSystem(Decay()));
  EXPECT_FALSE(instance->SetParameter("kk", 1).ok());
  EXPECT_FALSE(instance->SetParameter("k", NAN).ok());
  EXPECT_FALSE(instance->Value("nobody").ok());
  ASSERT_TRUE(instance->Initialize(0).ok());
  EXPECT_EQ(instance->Derivatives().value()[0], -2);
  ASSERT_TRUE(instance->SetParameter("k", 5).ok());
  ASSERT_TRUE(instance->Initialize(0).ok());
  EXPECT_EQ(instance->Derivatives().value()[0], -5);
}

TEST(Instance, ChecksAssertionsAtEachCompletedStep) {
  System system = Decay();
  Assertion assertion;
  assertion.condition =
      expr::LessEqual(system.graph, system.graph.Variable(VariableId(0)), system.graph.Constant(2));
  assertion.message = TextTemplate("x is too large");
  system.assertions.push_back(std::move(assertion));
  const auto instance = Begin(Model::FromSystem(std::move(system)));
  const double x = 2.5;
  instance->SetTime(0.1);
  instance->SetStates({&x, 1});
  const auto step = instance->CompleteStep();
  ASSERT_FALSE(step.ok());
  EXPECT_EQ(step.error()[0].code, Code::kAssertionFailed);
}

TEST(Instance, RefusesTheStateOfAnotherModelByName) {
  const auto instance = Begin(Model::FromSystem(Decay()));
  simulate::ModelState state = instance->Save().value();
  state.model = "Growth";
  const auto restored = instance->Restore(state);
  ASSERT_FALSE(restored.ok());
  EXPECT_EQ(restored.error()[0].code, Code::kBadState);
  EXPECT_NE(restored.error()[0].message.find("`Growth`"), std::string::npos);
  EXPECT_TRUE(instance->Derivatives().ok()) << "as before";
}

TEST(SavedState, BytesThatAreDamagedAreRefused) {
  const auto instance = Begin(Model::FromSystem(Decay()));
  const std::vector<std::byte> bytes = simulate::ToBytes(instance->Save().value());
  ASSERT_TRUE(simulate::StateFromBytes(bytes).ok());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(simulate::StateFromBytes(std::span(bytes).first(size)).ok()) << size;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::vector<std::byte> damaged = bytes;
    damaged[i] ^= std::byte{0x10};
    EXPECT_FALSE(simulate::StateFromBytes(damaged).ok()) << i;
  }
}

// The version of the format follows the mark of eight bytes.
TEST(SavedState, AnotherVersionIsRefusedByItsNumber) {
  const auto instance = Begin(Model::FromSystem(Decay()));
  std::vector<std::byte> bytes = simulate::ToBytes(instance->Save().value());
  bytes[8] = std::byte{7};
  const auto state = simulate::StateFromBytes(bytes);
  ASSERT_FALSE(state.ok());
  EXPECT_EQ(state.error()[0].code, Code::kBadState);
  EXPECT_EQ(state.error()[0].message,
            "the state was saved in version 7 of the format, and this program reads version 1");
  EXPECT_FALSE(state.error()[0].hint.empty());
}

// ---- inputs ----

// x' = u - x
std::shared_ptr<const Model> Lag() {
  daedalus::Model m("Lag");
  auto u = m.Input("u", {.start = 2.0}), x = m.Variable("x", {.start = 0.0, .fixed = true});
  m.Equation(der(x) == u - x);
  return Model::FromSystem(std::move(m).Build().value());
}

TEST(Instance, InputsCountFromTheTimeThatWasSet) {
  const auto instance = Begin(Lag());
  ASSERT_EQ(instance->num_inputs(), 1u);
  EXPECT_EQ(instance->Derivatives().value()[0], 2) << "the start value";
  const std::size_t u = instance->FindInput("u").value();
  ASSERT_TRUE(instance->SetInput(u, 5).ok());
  EXPECT_EQ(instance->Derivatives().value()[0], 5);
  EXPECT_EQ(instance->Value("u").value(), 5);
  EXPECT_FALSE(instance->SetInput(u, NAN).ok());
  EXPECT_EQ(instance->Value("u").value(), 5) << "nothing has changed";
  EXPECT_FALSE(instance->FindInput("w").has_value());
}

TEST(Instance, AnInputThatIsSetBeforeTheStartIsPartOfIt) {
  auto instance = Instance::Make(Lag()).value();
  ASSERT_TRUE(instance->SetInput(0, -3).ok());
  ASSERT_TRUE(instance->Initialize(0).ok());
  EXPECT_EQ(instance->Derivatives().value()[0], -3);
}

TEST(Instance, ASavedStateHasTheInputs) {
  const auto instance = Begin(Lag());
  ASSERT_TRUE(instance->SetInput(0, 7).ok());
  const auto state = instance->Save();
  ASSERT_TRUE(state.ok());
  ASSERT_TRUE(instance->SetInput(0, 1).ok());
  ASSERT_TRUE(instance->Restore(*state).ok());
  EXPECT_EQ(instance->Derivatives().value()[0], 7);
  const auto other = Begin(Lag());
  ASSERT_TRUE(other->Restore(*state).ok());
  EXPECT_EQ(other->Derivatives().value()[0], 7);
}

// ---- parameters and start values ----

TEST(Instance, ParametersTakeEffectInTheMiddleOfARun) {
  const auto instance = Begin(Model::FromSystem(Decay()));
  instance->SetTime(0.5);
  const double x = 3;
  instance->SetStates({&x, 1});
  const ParameterId k = instance->FindParameter("k").value();
  const ParameterOverride values[] = {{k, 4.0}};
  ASSERT_TRUE(instance->SetParameters(values).ok());
  EXPECT_EQ(instance->Derivatives().value()[0], -6 + std::sin(0.5)) << "not yet";
  ASSERT_TRUE(instance->ApplyParameters().ok());
  EXPECT_EQ(instance->time(), 0.5);
  EXPECT_EQ(instance->states()[0], 3);
  EXPECT_EQ(instance->Derivatives().value()[0], -12 + std::sin(0.5));
}

TEST(Instance, ABatchWithAWrongValueChangesNothing) {
  const auto instance = Begin(Model::FromSystem(Decay()));
  const ParameterId k = instance->FindParameter("k").value();
  const ParameterOverride values[] = {{k, 4.0}, {k, NAN}};
  EXPECT_FALSE(instance->SetParameters(values).ok());
  ASSERT_TRUE(instance->Initialize(0).ok());
  EXPECT_EQ(instance->Derivatives().value()[0], -2);
  EXPECT_FALSE(instance->FindParameter("kk").has_value());
}

TEST(Instance, AStartValueIsAParameter) {
  const auto model = Model::FromSystem(Decay())->WithSettableStarts({"x"});
  ASSERT_TRUE(model.ok());
  const auto instance = Begin(*model);
  EXPECT_EQ(instance->states()[0], 1);
  ASSERT_TRUE(instance->SetParameter("x.start", 4).ok());
  ASSERT_TRUE(instance->Initialize(0).ok());
  EXPECT_EQ(instance->states()[0], 4);
  EXPECT_FALSE(Model::FromSystem(Decay())->WithSettableStarts({"xx"}).ok());
}

// ---- residuals ----

TEST(Instance, TheValuesOfAPointSatisfyTheResiduals) {
  const auto instance = Begin(Model::FromSystem(Decay()));
  instance->SetTime(0.5);
  const double x = 3;
  instance->SetStates({&x, 1});
  const std::size_t n = instance->residual_form().num_unknowns();
  const auto names = instance->residual_form().NamesOfUnknowns();
  ASSERT_EQ(names, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(instance->residual_form().is_differential(), (std::vector<char>{1, 0}));
  std::vector<double> y(n), yp(n), r(n);
  ASSERT_TRUE(instance->ReadUnknowns(y, yp).ok());
  EXPECT_EQ(y, (std::vector<double>{3, 9}));
  ASSERT_TRUE(instance->Residuals(y, yp, r).ok());
  EXPECT_EQ(r, (std::vector<double>{0, 0}));
  yp[0] += 1;
  y[1] += 2;
  ASSERT_TRUE(instance->Residuals(y, yp, r).ok());
  EXPECT_EQ(r, (std::vector<double>{1, 2}));
}

TEST(Instance, TheJacobianOfTheResidualsIsExact) {
  const auto instance = Begin(Model::FromSystem(Decay()));
  const linear::SparsePattern& pattern = instance->residual_form().pattern();
  std::vector<double> y = {3, 9}, yp = {-6, 0}, values(pattern.row_indices.size());
  ASSERT_TRUE(instance->ResidualJacobian(y, yp, 10, values).ok());
  const auto entry = [&](std::int32_t row, std::size_t column) {
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (pattern.row_indices[at] == row) return values[at];
    }
    return 0.0;
  };
  EXPECT_EQ(entry(0, 0), 12) << "factor + k";
  EXPECT_EQ(entry(1, 0), -6) << "-2 x";
  EXPECT_EQ(entry(1, 1), 1);
  EXPECT_EQ(entry(0, 1), 0);
}

}  // namespace
}  // namespace daedalus::model
