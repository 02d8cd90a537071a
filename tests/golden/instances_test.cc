// Instances of all models of models/: they begin where a run in the causal form begins, bit for bit, and
// steps from outside go on from a saved state as they did before it was saved.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "daedalus/model/instance.h"
#include "daedalus/run/columns.h"
#include "daedalus/run/simulation.h"
#include "golden/all_models.h"
#include "golden/run_of_model.h"

namespace daedalus {
namespace {

using model::Instance;

constexpr int kSteps = 20;

bool Slides(const std::string& file) {
  return file.starts_with("sliding/");
}

std::unique_ptr<Instance> Begin(const std::string& file, const model::Model& of,
                                std::shared_ptr<const model::Model> model) {
  auto instance = Instance::Make(std::move(model), {.tolerance = of.experiment().tolerance.value_or(1e-6),
                                                    .length = of.experiment().stop_time.value_or(1) -
                                                              of.experiment().start_time.value_or(0),
                                                    .sliding = Slides(file)});
  return instance ? *std::move(instance) : nullptr;
}

// Explicit Euler with events where they are seen: not accurate, but it comes through everything. False after
// an error.
bool StepOnce(Instance& instance, double h) {
  const auto slopes = instance.Derivatives();
  if (!slopes) return false;
  std::vector<double> states(instance.states().begin(), instance.states().end());
  const double end = std::min(instance.time() + h, instance.next_instant());
  for (std::size_t i = 0; i < states.size(); ++i) states[i] += (end - instance.time()) * (*slopes)[i];
  instance.SetTime(end);
  instance.SetStates(states);
  if (!instance.CompleteStep()) return false;
  std::vector<double> indicators(instance.num_indicators());
  if (!instance.Indicators(indicators)) return false;
  const bool is_event =
      end >= instance.next_instant() || std::ranges::any_of(indicators, [](double z) { return !(z > 0); });
  return !is_event || instance.HandleEvent().ok();
}

// All values of all steps.
std::vector<double> StepOn(Instance& instance, double h) {
  std::vector<double> out;
  for (int i = 0; i < kSteps && StepOnce(instance, h); ++i) {
    out.push_back(instance.time());
    const auto values = instance.Values();
    if (!values) break;
    out.insert(out.end(), values->begin(), values->end());
  }
  return out;
}

bool ComesThrough(Instance& instance, double h) {
  bool ok = true;
  for (int i = 0; ok && i < kSteps; ++i) ok = StepOnce(instance, h) && instance.Values().ok();
  return ok;
}

class Instances : public testing::TestWithParam<std::string> {};

TEST_P(Instances, BeginWhereARunInTheCausalFormBegins) {
  const auto model = LoadModel(GetParam());
  ASSERT_NE(model, nullptr);
  run::RunOptions options;
  options.form = simulate::ModelForm::kOde;
  options.sliding = Slides(GetParam());
  run::Simulation simulation(model, options);
  run::Columns columns;
  simulation.Observe(columns);
  const auto instance = Begin(GetParam(), *model, model);
  ASSERT_NE(instance, nullptr);
  const double start = model->experiment().start_time.value_or(0);
  const bool runs = simulation.Start() && simulation.StepTo(start + 1e-9) && columns.num_points() > 0;
  const auto begun = instance->Initialize(start);
  ASSERT_EQ(begun.ok(), runs) << (begun ? "" : begun.error()[0].message);
  if (!runs) return;
  // A run that begins with an event shows the point behind it.
  if (instance->next_instant() <= start) ASSERT_TRUE(instance->HandleEvent().ok());
  const auto values = instance->Values();
  ASSERT_TRUE(values.ok());
  const auto first = columns.Row(0);
  if (instance->num_states() > 0) {
    EXPECT_TRUE(HaveSameBits({values->begin(), values->end()}, {first.begin(), first.end()}));
    return;
  }
  // A run without an integrator solves its first point once more.
  ASSERT_EQ(values->size(), first.size());
  for (std::size_t i = 0; i < first.size(); ++i)
    EXPECT_NEAR((*values)[i], first[i], 1e-9 * (1 + std::abs(first[i])));
}

TEST_P(Instances, GoOnFromASavedStateAsBefore) {
  const auto model = LoadModel(GetParam());
  ASSERT_NE(model, nullptr);
  const double start = model->experiment().start_time.value_or(0);
  double h = 1e-4 * (model->experiment().stop_time.value_or(start + 1) - start);
  const auto saved = Begin(GetParam(), *model, model), restored = Begin(GetParam(), *model, model);
  ASSERT_TRUE(saved && restored);
  if (!saved->Initialize(start)) return;  // as the test above sees
  // Explicit steps blow up in a stiff model, until they are short.
  while (!ComesThrough(*saved, h) && h > 0) {
    h *= 1e-3;
    ASSERT_TRUE(saved->Initialize(start).ok());
  }
  const auto state = saved->Save();
  ASSERT_TRUE(state.ok()) << state.error()[0].message;
  const std::vector<double> expected = StepOn(*saved, h);
  const auto read = simulate::StateFromBytes(simulate::ToBytes(*state));
  ASSERT_TRUE(read.ok());
  ASSERT_TRUE(restored->Restore(*read).ok());
  EXPECT_TRUE(HaveSameBits(StepOn(*restored, h), expected));
  ASSERT_TRUE(saved->Restore(*read).ok()) << "back";
  EXPECT_TRUE(HaveSameBits(StepOn(*saved, h), expected));
}

INSTANTIATE_TEST_SUITE_P(Models, Instances, testing::ValuesIn(AllModels()),
                         [](const auto& info) { return NameForTest(info.param); });

}  // namespace
}  // namespace daedalus
