// Instances of a model that starts by way of its simplified expressions.
#include "daedalus/simulate/homotopy_start.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "daedalus/simulate/find_start.h"
#include "daedalus/simulate/instance.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/homotopy.h"

namespace daedalus::simulate {
namespace {

constexpr double kFar = 1000;

// log(x - far) = 0 has no value near the guess 0; the simplified (x - far - 500)/500 = 0 has. The cubic turns
// twice on its way from z = -2.1038 to 2.1038.
System FarAway() {
  Model m("FarAway");
  auto far = m.Parameter("far", kFar), lambda = m.Parameter("lambda", 0.5);
  auto x = m.Variable("x"), z = m.Variable("z", {.start = -2.0});
  auto y = m.Variable("y", {.start = 3.0, .fixed = true});
  m.Equation((1.0 - lambda) * (x - far - 500.0) / 500.0 + lambda * log(x - far) == 0.0);
  m.Equation(z * z * z - 3.0 * z == (1.0 - lambda) * -y + lambda * y);
  m.Equation(der(y) == -y);
  System out = std::move(m).Build().value();
  SeparateHomotopy(out, ParameterId(1));
  return out;
}

class HomotopyStartForms : public testing::TestWithParam<ModelForm> {
 protected:
  static std::shared_ptr<const CompiledModel> Compiled(System system) {
    Diagnostics diagnostics;
    auto given = compile::ReadGivenModel(std::move(system), compile::IndexTreatment::kDummyDerivatives,
                                         compile::AliasTreatment::kRemove, diagnostics);
    return std::make_shared<const CompiledModel>(given.value(), GetParam(), "auto");
  }
  static RunSettings Settings() {
    RunSettings settings;
    settings.grid = MakeGridOfIntervals(0, 1, 10);
    settings.method = "auto";
    return settings;
  }
  // The first point, by name; empty: none.
  static std::map<std::string, double> First(Instance& instance) {
    std::map<std::string, double> out;
    static_cast<void>(instance.Run(Settings(), [&](double, std::span<const double> values) {
      for (std::size_t i = 0; i < values.size() && out.size() < values.size(); ++i)
        out[NameOf(*instance.numbers().system, instance.quantities()[i])] = values[i];
    }));
    return out;
  }
};

TEST_P(HomotopyStartForms, InstancesFollowItWithTheirOwnParameters) {
  const auto model = Compiled(FarAway());
  const double z = 2 * std::cosh(std::acosh(1.5) / 3);
  for (const double far : {kFar, 5000.0, 300.0}) {
    Instance instance(model);
    ASSERT_TRUE(instance.SetParameter("far", far).ok());
    const auto first = First(instance);
    ASSERT_TRUE(first.contains("x")) << far;
    EXPECT_NEAR(first.at("x"), far + 1, 1e-6);
    EXPECT_NEAR(first.at("z"), z, 1e-7);
    EXPECT_NEAR(first.at("y"), 3, 1e-12) << "conditions hold";
  }
  EXPECT_EQ(model->num_compiled(), 1u) << "guesses are numbers";
}

TEST_P(HomotopyStartForms, WithoutItThereIsNone) {
  System alone = FarAway();
  alone.led = nullptr;
  Instance instance(Compiled(std::move(alone)));
  EXPECT_TRUE(First(instance).empty()) << "else the tests prove nothing";
}

TEST_P(HomotopyStartForms, TheWayIsTold) {
  const auto model = Compiled(FarAway());
  FoundStart start;
  ASSERT_TRUE(FindStart(model, {model, &model->given()}, Settings(), CodeChoice::kInterpreter, start).ok());
  EXPECT_NE(start.values.guesses_by.find("homotopy, in "), std::string::npos);
  EXPECT_NE(start.values.guesses_by.find("around 2 folds"), std::string::npos) << start.values.guesses_by;
}

INSTANTIATE_TEST_SUITE_P(Both, HomotopyStartForms, testing::Values(ModelForm::kOde, ModelForm::kDae),
                         [](const auto& info) { return info.param == ModelForm::kOde ? "ode" : "dae"; });

}  // namespace
}  // namespace daedalus::simulate
