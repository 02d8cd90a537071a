#include "daedalus/integrate/dae_problem.h"

#include <cmath>

namespace daedalus::integrate {
namespace {

std::optional<std::string> FindProblemError(const DaeProblem& problem) {
  if (problem.size <= 0) return "the problem has no unknowns";
  if (!problem.residual) return "the problem has no residual callback";
  const std::string n = std::to_string(problem.size);
  if (!problem.is_differential.empty() &&
      problem.is_differential.size() != static_cast<std::size_t>(problem.size)) {
    return "is_differential has " + std::to_string(problem.is_differential.size()) + " elements for " + n +
           " unknowns";
  }
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
