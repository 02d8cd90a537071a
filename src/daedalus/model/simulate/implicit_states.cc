#include "daedalus/model/simulate/implicit_states.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/base/glob.h"
#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/programs/inlined/stiff_states.h"

namespace daedalus::simulate {
namespace {

// Without a fixed step: part of the run. No step of a driven model is longer (forms/segment_steps.cc).
constexpr double kLongStep = 0.02;

// Matches a pattern as in --variables. If it ends with the name of an array or a component, it matches all
// elements of it.
bool IsNamed(const std::string& state, const std::string& pattern) {
  return MatchesGlob(pattern, state) || MatchesGlob(pattern + "[*", state) ||
         MatchesGlob(pattern + ".*", state);
}

std::string NamesOf(const System& system, std::span<const VariableId> states) {
  constexpr std::size_t kMost = 8;
  std::string out;
  for (std::size_t i = 0; i < states.size() && i < kMost; ++i)
    out += fmt::format("{}{}", i ? ", " : "", NameOf(system, states[i]));
  return states.size() > kMost ? fmt::format("{}, and {} more", out, states.size() - kMost) : out;
}

Result<std::vector<char>> FindNamed(const System& system, std::span<const VariableId> states,
                                    const std::vector<std::string>& names) {
  std::vector<char> is_implicit(states.size(), 0);
  for (const std::string& name : names) {
    bool is_found = false;
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (!IsNamed(NameOf(system, states[i]), name)) continue;
      is_implicit[i] = 1;
      is_found = true;
    }
    if (!is_found) {
      return Fail(
          Error(Code::kBadOption, {}, "`{}` is not a state, so it cannot be integrated implicitly", name)
              .Hint(fmt::format("the states are {}", NamesOf(system, states))));
    }
  }
  return is_implicit;
}

Result<std::vector<char>> FindStiff(const RunSettings& settings, const integrate::DaeProblem& problem,
                                    const AnalysedPoint& point) {
  const std::size_t n = point.states.size();
  if (n > inlined::kMostAnalysedStates) {
    return Fail(Error(Code::kBadOption, {}, "{} states are too many for an eigenvalue analysis", n)
                    .Hint("name those that are stiff with --implicit"));
  }
  const std::size_t num_entries = problem.pattern.row_indices.size();
  std::vector<double> by_values(num_entries), by_slopes(num_entries), jacobian(n * n, 0.0);
  const bool is_known = problem.jacobian(point.t, point.states, point.slopes, by_values, by_slopes) ==
                            integrate::EvalOutcome::kOk &&
                        linear::AreFinite(by_values);
  if (!is_known) {
    return Fail(Error(Code::kBadOption, {},
                      "the Jacobian has no value at time = {:.9g}, and cannot be analysed", point.t)
                    .Hint("name the stiff states with --implicit"));
  }
  // The Jacobian of x' - f.
  const std::vector<std::int32_t> places = linear::PositionsInDense(problem.pattern);
  for (std::size_t k = 0; k < num_entries; ++k) jacobian[static_cast<std::size_t>(places[k])] = -by_values[k];
  const double step = settings.integrator.fixed_step;
  const double h = step > 0 ? step : kLongStep * (settings.grid.stop - settings.grid.start);
  std::vector<char> is_implicit(n, 0);
  for (const std::size_t i : inlined::FindStiffStates(jacobian, n, h)) is_implicit[i] = 1;
  return is_implicit;
}

}  // namespace

Result<ImplicitChoice> ChooseImplicitStates(const System& system, std::span<const VariableId> states,
                                            const RunSettings& settings, const integrate::DaeProblem& problem,
                                            const AnalysedPoint& point) {
  const bool is_automatic = settings.implicit_states == std::vector<std::string>{"auto"};
  auto is_implicit = is_automatic ? FindStiff(settings, problem, point)
                                  : FindNamed(system, states, settings.implicit_states);
  if (!is_implicit) return Failure{std::move(is_implicit).error()};
  ImplicitChoice out;
  std::vector<VariableId> implicit_states;
  for (std::size_t i = 0; i < states.size(); ++i)
    ((*is_implicit)[i] ? implicit_states : out.explicit_states).push_back(states[i]);
  const std::string names = implicit_states.empty() ? "none" : NamesOf(system, implicit_states);
  out.remark = fmt::format("mixed mode: {} of {} states are implicit: {}", implicit_states.size(),
                           states.size(), names);
  return out;
}

}  // namespace daedalus::simulate
