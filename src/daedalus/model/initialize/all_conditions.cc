#include "daedalus/model/initialize/all_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/model/initialize/describe_conditions.h"
#include "daedalus/numerics/nonlinear/least_squares.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/print_system.h"

namespace daedalus::initialize {
namespace {

nonlinear::Bounds BoundsOf(const AttributeValues& attributes, std::size_t size) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  nonlinear::Bounds out{attributes.min, attributes.max};
  out.min.resize(size, -kInfinity);
  out.max.resize(size, kInfinity);
  return out;
}

Contradiction Explain(InitialProblem& problem, const nonlinear::NonlinearProblem& numbers,
                      std::span<const nonlinear::LeastSquaresOutcome::Violated> rows,
                      std::span<const double> z) {
  std::vector<double> residual(problem.num_rows());
  numbers.residual(z, residual);
  Contradiction out;
  double sum = 0, largest = 0;
  for (const auto& [row, in_units] : rows) {
    out.rows.push_back(problem.RowAt(static_cast<std::size_t>(row)));
    out.violations.push_back(std::abs(residual[static_cast<std::size_t>(row)]));
    sum += in_units * in_units;
    if (std::abs(in_units) > largest) {
      largest = std::abs(in_units);
      out.furthest = out.rows.size() - 1;
    }
  }
  // The unknowns cancel in the combination of rows whose factors are the residuals themselves.
  out.size = out.violations[out.furthest] * sum / (largest * largest);
  return out;
}

AllConditionsOutcome Attempt(const System& system, execute::DaeModel& dae, StartConditions conditions,
                             const AttributeValues& attributes, double start_time) {
  const std::size_t n = system.variables.size();
  AllConditionsOutcome out;
  InitialProblem problem(system, dae, std::move(conditions), attributes.start, start_time);
  if (problem.size() > kMostUnknownsAtOnce) return out;
  const nonlinear::NonlinearProblem numbers = problem.Problem(attributes.nominal);
  std::vector<double> z = problem.Join(attributes.start, std::vector<double>(n, 0.0));
  const auto found = nonlinear::SolveLeastSquares(numbers, BoundsOf(attributes, problem.size()), z);
  out.ok = found.ok;
  out.iterations = found.iterations;
  out.y.resize(n);
  out.yp.resize(n);
  problem.Split(z, out.y, out.yp);
  if (found.contradicting.empty()) return out;
  out.why = Explain(problem, numbers, found.contradicting, z);
  out.why->y = out.y;
  out.why->yp = out.yp;
  return out;
}

std::vector<VariableId> VariablesIn(const System& system, const Contradiction& why) {
  std::vector<VariableId> out;
  expr::LeafCollector leaves;
  for (const InitialRow& row : why.rows) {
    if (row.variable.IsValid()) {
      out.push_back(row.variable);
      continue;
    }
    const auto& list = row.kind == InitialRow::Kind::kEquation ? system.equations : system.initial_equations;
    for (const auto& leaf : leaves.Collect(system.graph, list[row.equation].residual).variables)
      if (leaf.order == 0) out.push_back(leaf.variable);
  }
  std::ranges::sort(out);
  const auto [first, last] = std::ranges::unique(out);
  out.erase(first, last);
  return out;
}

std::string ValuesWithStarts(const System& system, const std::vector<VariableId>& variables,
                             const Contradiction& why) {
  constexpr std::size_t kMostListed = 8;
  std::string out;
  for (std::size_t i = 0; i < variables.size() && i < kMostListed; ++i) {
    const VariableId v = variables[i];
    const Variable& variable = system.variables[v];
    const std::string start = variable.start.IsValid()
                                  ? fmt::format("start {}", ExpressionText(system, variable.start, 20))
                                  : "no start value";
    out += fmt::format("{}{} = {:.6g} ({}{})", i ? ", " : "", NameOf(system, v), why.y[v.index()], start,
                       variable.fixed ? ", fixed" : "");
  }
  if (variables.size() > kMostListed) out += fmt::format(" and {} more", variables.size() - kMostListed);
  return out;
}

}  // namespace

AllConditionsOutcome SolveAllConditions(const System& system, execute::DaeModel& dae, const InitialPlan& plan,
                                        const AttributeValues& attributes, double start_time) {
  const StartConditions all = AllConditionsOf(plan);
  AllConditionsOutcome first = Attempt(system, dae, all, attributes, start_time);
  const std::size_t num_assumed = plan.start_conditions.size() - plan.num_fixed;
  if (first.ok || num_assumed == 0) return first;
  // Assumed start values change, as little as possible.
  StartConditions asked = all;
  const auto begin = asked.starts.begin() + static_cast<std::ptrdiff_t>(plan.num_fixed);
  asked.starts.erase(begin, begin + static_cast<std::ptrdiff_t>(num_assumed));
  AllConditionsOutcome second = Attempt(system, dae, asked, attributes, start_time);
  second.iterations += first.iterations;
  if (!second.ok) return second.why ? second : first;
  for (std::size_t i = plan.num_fixed; i < plan.start_conditions.size(); ++i) {
    const std::size_t v = plan.start_conditions[i].index();
    const double change = std::abs(second.y[v] - attributes.start[v]);
    if (change > 1e-6 * std::max(std::abs(attributes.start[v]), attributes.nominal[v]))
      second.given_up.push_back(plan.start_conditions[i]);
  }
  return second;
}

Diagnostic DescribeContradiction(const System& system, double start_time, const Contradiction& why) {
  constexpr std::size_t kMostNamed = 6;
  Diagnostic d = Error(Code::kContradictoryStart, SpanOf(system, why.rows[why.furthest]),
                       "no consistent initial values were found at time = {:.9g}: ", start_time);
  d.message += why.rows.size() == 1
                   ? "an equation has no solution near the start values"
                   : fmt::format("{} equations and conditions contradict each other", why.rows.size());
  d.Here(fmt::format("this is violated by {:.3g} if the others hold", why.size));
  std::string list;
  for (std::size_t i = 0; i < why.rows.size() && i < kMostNamed; ++i) {
    if (i != why.furthest) d.With(SpanOf(system, why.rows[i]), "together with this");
    list +=
        fmt::format("{}{} by {:.3g}", i ? ", " : "", ConditionName(system, why.rows[i]), why.violations[i]);
  }
  if (why.rows.size() > kMostNamed) list += fmt::format(" and {} more", why.rows.size() - kMostNamed);
  d.Note("where they come nearest to holding together, their sides differ: " + list);
  const std::string values = ValuesWithStarts(system, VariablesIn(system, why), why);
  if (!values.empty()) d.Note("there " + values);
  const bool assumes = std::ranges::any_of(why.rows, [&](const InitialRow& row) {
    return row.variable.IsValid() && !system.variables[row.variable].fixed;
  });
  return std::move(d).Hint(assumes ? "look at the start values first: some of these were taken as conditions"
                                   : "drop one of the conditions, or change the start values above");
}

}  // namespace daedalus::initialize
