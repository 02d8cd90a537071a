#include "daedalus/numerics/integrate/mass_form.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace daedalus::integrate {
namespace {

std::optional<std::string> FindMassError(const MassProblem& problem) {
  if (problem.size <= 0) return "the problem has no unknowns";
  if (!problem.f) return "the problem has no right-hand side";
  for (const SparsePattern* pattern : {&problem.pattern, &problem.mass_pattern}) {
    if (pattern->cols == 0 && pattern->rows == 0) continue;
    if (pattern->rows != problem.size || pattern->cols != problem.size) {
      return "a pattern does not have " + std::to_string(problem.size) + " rows and columns";
    }
    if (auto error = FindPatternError(*pattern)) return "a pattern is malformed: " + *error;
  }
  if (problem.mass.size() != problem.mass_pattern.row_indices.size()) {
    return std::to_string(problem.mass.size()) + " values for " +
           std::to_string(problem.mass_pattern.row_indices.size()) + " entries of the mass matrix";
  }
  return std::nullopt;
}

void UseIdentity(MassProblem& problem) {
  std::vector<linear::Entry> entries;
  for (std::int32_t i = 0; i < problem.size; ++i) entries.push_back({i, i});
  problem.mass_pattern = linear::PatternFromEntries(problem.size, problem.size, entries);
  problem.mass.assign(problem.size, 1.0);
}

// Shared by the callbacks of one problem.
struct Parts {
  MassProblem given;
  linear::PatternUnion united;  // of df/dy and M
  std::vector<double> df;       // df/dy in the order of its own pattern
};

EvalOutcome Residual(const Parts& parts, double t, std::span<const double> y, std::span<const double> yp,
                     std::span<double> r) {
  const EvalOutcome outcome = parts.given.f(t, y, r);
  if (outcome != EvalOutcome::kOk) return outcome;
  for (double& value : r) value = -value;
  const SparsePattern& mass = parts.given.mass_pattern;
  for (std::int32_t j = 0; j < mass.cols; ++j) {
    for (std::int32_t k = mass.column_starts[j]; k < mass.column_starts[j + 1]; ++k) {
      r[mass.row_indices[k]] += parts.given.mass[k] * yp[j];
    }
  }
  return EvalOutcome::kOk;
}

EvalOutcome Jacobian(Parts& parts, double t, std::span<const double> y, std::span<double> dy,
                     std::span<double> dyp) {
  const EvalOutcome outcome = parts.given.jacobian(t, y, parts.df);
  if (outcome != EvalOutcome::kOk) return outcome;
  std::ranges::fill(dy, 0.0);
  std::ranges::fill(dyp, 0.0);
  for (std::size_t k = 0; k < parts.df.size(); ++k) dy[parts.united.first[k]] = -parts.df[k];
  for (std::size_t k = 0; k < parts.given.mass.size(); ++k) dyp[parts.united.second[k]] = parts.given.mass[k];
  return EvalOutcome::kOk;
}

std::vector<char> ColumnsWithEntries(const SparsePattern& pattern, std::span<const double> values) {
  std::vector<char> used(pattern.cols, 0);
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      if (values[k] != 0) used[j] = 1;
    }
  }
  return used;
}

}  // namespace

Expected<DaeProblem, std::string> FromMassForm(MassProblem problem) {
  if (auto error = FindMassError(problem)) return Failure{*std::move(error)};
  if (problem.mass_pattern.cols == 0) UseIdentity(problem);
  if (problem.pattern.cols == 0) problem.pattern = linear::DensePattern(problem.size, problem.size);
  auto parts = std::make_shared<Parts>();  // the callbacks live as long as the longest-lived of them
  parts->given = std::move(problem);
  parts->united = linear::Unite(parts->given.pattern, parts->given.mass_pattern);
  parts->df.resize(parts->given.pattern.row_indices.size());

  DaeProblem dae;
  dae.size = parts->given.size;
  dae.pattern = parts->united.pattern;
  dae.is_differential = ColumnsWithEntries(parts->given.mass_pattern, parts->given.mass);
  dae.constant_mass = true;
  dae.residual = [parts](double t, auto y, auto yp, auto r) { return Residual(*parts, t, y, yp, r); };
  if (parts->given.jacobian) {
    dae.jacobian = [parts](double t, auto y, auto, auto dy, auto dyp) {
      return Jacobian(*parts, t, y, dy, dyp);
    };
  }
  if (parts->given.time_derivative) {
    dae.time_derivative = [parts](double t, auto y, auto, auto r) {
      const EvalOutcome outcome = parts->given.time_derivative(t, y, r);
      for (double& value : r) value = -value;
      return outcome;
    };
  }
  return dae;
}

}  // namespace daedalus::integrate
