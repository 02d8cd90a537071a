#include "daedalus/numerics/integrate/dae_problem.h"

#include <cmath>
#include <string_view>

namespace daedalus::integrate {
namespace {

// The lists with one element for each unknown, and the roots.
std::optional<std::string> FindKindsError(const DaeProblem& problem) {
  const auto size = static_cast<std::size_t>(problem.size);
  const auto wrong = [size](std::string_view name, std::size_t count) -> std::optional<std::string> {
    if (count == 0 || count == size) return std::nullopt;
    return std::string(name) + " has " + std::to_string(count) + " elements for " + std::to_string(size) +
           " unknowns";
  };
  if (auto error = wrong("is_differential", problem.is_differential.size())) return error;
  if (auto error = wrong("enters_linearly", problem.enters_linearly.size())) return error;
  if (auto error = wrong("index", problem.index.size())) return error;
  if (auto error = wrong("signs", problem.signs.size())) return error;
  for (const std::uint8_t index : problem.index) {
    if (index < 1 || index > 3) return "an unknown has index " + std::to_string(index) + ", not 1, 2 or 3";
  }
  if (problem.num_roots < 0) return "the number of root functions is negative";
  if (problem.num_roots > 0 && !problem.roots) return "the problem has no callback for its root functions";
  return std::nullopt;
}

std::optional<std::string> FindConstraintsError(const DaeProblem& problem) {
  if (!problem.constraints) return std::nullopt;
  const auto& [constraints, weights, units] = *problem.constraints;
  if (constraints.size != problem.size || units.size() != static_cast<std::size_t>(problem.size) ||
      weights.size() != static_cast<std::size_t>(constraints.count))
    return "constraints, their weights and the units of unknowns do not go together";
  if (!problem.index.empty()) return "constraints are for unknowns of index 1";
  return std::nullopt;
}

std::optional<std::string> FindProblemError(const DaeProblem& problem) {
  if (problem.size <= 0) return "the problem has no unknowns";
  if (!problem.residual) return "the problem has no residual callback";
  const std::string n = std::to_string(problem.size);
  if (auto error = FindKindsError(problem)) return error;
  if (auto error = FindConstraintsError(problem)) return error;
  const SparsePattern& pattern = problem.pattern;
  if (pattern.cols == 0 && pattern.rows == 0) return std::nullopt;
  if (pattern.rows != problem.size || pattern.cols != problem.size) {
    return "the Jacobian pattern is " + std::to_string(pattern.rows) + " x " + std::to_string(pattern.cols) +
           " for " + n + " unknowns";
  }
  if (const auto error = FindPatternError(pattern)) return "the Jacobian pattern is malformed: " + *error;
  return std::nullopt;
}

std::optional<std::string> FindToleranceError(const Tolerances& tolerances, std::int32_t size) {
  const double relative = tolerances.relative;
  if (!(relative >= 0 && relative < 1)) return "the relative tolerance is not in [0, 1)";
  const std::size_t count = tolerances.absolute.size();
  if (count != 1 && count != static_cast<std::size_t>(size)) {
    return std::to_string(count) + " absolute tolerances for " + std::to_string(size) + " unknowns";
  }
  const std::size_t marks = tolerances.untested.size();
  if (marks != 0 && marks != static_cast<std::size_t>(size)) {
    return std::to_string(marks) + " marks for the error test of " + std::to_string(size) + " unknowns";
  }
  for (std::size_t i = 0; i < count; ++i) {
    // A component that passes through zero would have no tolerance left there.
    if (!(tolerances.absolute[i] > 0) || std::isinf(tolerances.absolute[i])) {
      return "absolute tolerance " + std::to_string(i) + " is not a positive number";
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> FindInputError(const DaeProblem& problem, const Tolerances& tolerances) {
  if (auto error = FindProblemError(problem)) return error;
  return FindToleranceError(tolerances, problem.size);
}

}  // namespace daedalus::integrate
