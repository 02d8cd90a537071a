// A led run that is saved in the middle goes on exactly as a run that is restored from the bytes of its
// state: each point, bit for bit, in both forms, over all models of models/, with their events, modes,
// clocks, delays and changes of states.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "daedalus/run/columns.h"
#include "daedalus/run/simulation.h"
#include "golden/all_models.h"
#include "golden/run_of_model.h"

namespace daedalus {
namespace {

// So much of a run; the parachute lands after a third of its time, which ends the run.
double TimeToSave(const std::string& file, const model::Model& model) {
  const double share = file.ends_with("Parachute.mo") ? 0.1 : 0.6180339887;
  const double start = model.experiment().start_time.value_or(0);
  const double stop = model.experiment().stop_time.value_or(start + 1);
  return start + share * (stop - start);
}

// Times and values from the point at `begin` on; the last of several.
std::vector<double> PointsFrom(const run::Columns& columns, double begin) {
  std::vector<double> out;
  std::size_t first = columns.num_points();
  while (first > 0 && columns.times()[first - 1] > begin) --first;
  for (std::size_t i = first; i < columns.num_points(); ++i) {
    out.push_back(columns.times()[i]);
    out.insert(out.end(), columns.Row(i).begin(), columns.Row(i).end());
  }
  return out;
}

class SavedStates : public testing::TestWithParam<std::tuple<std::string, const char*>> {};

TEST_P(SavedStates, ARestoredRunGoesOnAsTheSavedOneDid) {
  const auto& [file, form] = GetParam();
  const auto model = LoadModel(file);
  ASSERT_NE(model, nullptr);
  run::RunOptions options;
  options.form = FormNamed(form);
  options.sliding = file.starts_with("sliding/");
  run::Columns saved_points, restored_points;
  run::Simulation saved(model, options), restored(model, options);
  saved.Observe(saved_points);
  restored.Observe(restored_points);
  ASSERT_TRUE(saved.Start() && saved.StepTo(TimeToSave(file, *model)));
  const auto state = saved.Save();
  ASSERT_TRUE(state.ok()) << state.error()[0].message;
  const std::vector<std::byte> bytes = simulate::ToBytes(*state);
  saved.StepTo(1e300);
  const auto end = saved.Stop();
  const auto again = simulate::StateFromBytes(bytes);
  ASSERT_TRUE(again.ok());
  ASSERT_TRUE(restored.Restore(*again).ok());
  restored.StepTo(1e300);
  EXPECT_EQ(restored.Stop().status, end.status);
  const auto expected = PointsFrom(saved_points, state->time),
             found = PointsFrom(restored_points, state->time);
  EXPECT_GT(expected.size(), 0u);
  EXPECT_TRUE(HaveSameBits(expected, found));
}

INSTANTIATE_TEST_SUITE_P(Models, SavedStates,
                         testing::Combine(testing::ValuesIn(AllModels()), testing::Values("ode", "dae")),
                         [](const auto& info) {
                           return NameForTest(std::get<0>(info.param) + "_" + std::get<1>(info.param));
                         });

}  // namespace
}  // namespace daedalus
