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

}  // namespace
}  // namespace daedalus::model
