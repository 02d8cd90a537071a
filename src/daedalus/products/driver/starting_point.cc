#include "daedalus/products/driver/starting_point.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "daedalus/results/reader.h"
#include "daedalus/run/simulation.h"

namespace daedalus::driver {
namespace {

// True if the two times differ by rounding only.
bool IsSame(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

// The last of the points at this time: after an event.
Result<std::size_t> FindPoint(const results::Trajectory& result, const SimulateOptions& options) {
  if (result.num_points() == 0)
    return Fail(Error(Code::kBadState, {}, "`{}` has no points", options.from_result));
  if (!options.at) return result.num_points() - 1;
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < result.num_points(); ++i) {
    if (std::abs(result.time[i] - *options.at) <= std::abs(result.time[nearest] - *options.at)) nearest = i;
  }
  if (IsSame(result.time[nearest], *options.at)) return nearest;
  return Fail(Error(Code::kBadOption, {}, "`{}` has no point at time = {}", options.from_result, *options.at)
                  .Hint(fmt::format("the nearest one is at {}", result.time[nearest])));
}

Result<std::shared_ptr<const simulate::ModelState>> ReadPoint(
    const SimulateOptions& options, const std::shared_ptr<const model::Model>& model) {
  const auto result = results::ReadResult(options.from_result);
  if (!result) return Failure{result.error()};
  const auto point = FindPoint(*result, options);
  if (!point) return Failure{point.error()};
  std::unordered_map<std::string, double> values;
  for (std::size_t i = 0; i < result->names.size(); ++i)
    values.emplace(result->names[i], result->Values(i)[*point]);
  for (std::size_t i = 0; i < result->constant_names.size(); ++i)
    values.emplace(result->constant_names[i], result->constant_values[i]);
  const auto value_of = [&](const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
  auto state = run::Simulation(model, options).StateFromValues(result->time[*point], value_of);
  if (!state) return Failure{std::move(state).error()};
  return std::make_shared<const simulate::ModelState>(*std::move(state));
}

}  // namespace

Result<std::vector<ParameterValue>> SettingsBesideState(const SimulateOptions& options,
                                                        const System& system) {
  std::vector<ParameterValue> out;
  const bool goes_on = !options.from_state.empty() || !options.from_result.empty();
  if (!goes_on) return out;
  if (options.model.steady)
    return Fail(Error(Code::kBadOption, {},
                      "--steady is a condition on initial values, but this run continues from a point"));
  for (const std::string& setting : options.model.settings) {
    const std::string name = setting.substr(0, setting.find('='));
    const auto parameter = ParameterNamed(system, name);
    if (!parameter)
      return Fail(Error(Code::kBadOption, {}, "`{}` is not a parameter of `{}`", name, system.name)
                      .Hint("a run that continues from a point has no start values to set"));
    const auto values = EvaluateParameters(system);
    if (!values) return Failure{values.error()};
    out.push_back({name, values->values[parameter->index()]});
  }
  return out;
}

Result<std::shared_ptr<const simulate::ModelState>> ReadStartingPoint(
    const SimulateOptions& options, const std::shared_ptr<const model::Model>& model) {
  if (!options.from_state.empty() && !options.from_result.empty())
    return Fail(Error(Code::kBadOption, {}, "a run continues from a state or from a result, not from both")
                    .Hint("leave out --from-state or --from-result"));
  if (options.at && options.from_result.empty())
    return Fail(Error(Code::kBadOption, {}, "--at is for --from-result"));
  if (!options.from_result.empty()) return ReadPoint(options, model);
  if (options.from_state.empty()) return std::shared_ptr<const simulate::ModelState>();
  auto state = simulate::ReadState(options.from_state);
  if (!state) return Failure{std::move(state).error()};
  return std::make_shared<const simulate::ModelState>(*std::move(state));
}

}  // namespace daedalus::driver
