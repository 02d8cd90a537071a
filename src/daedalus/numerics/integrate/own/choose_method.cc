#include "daedalus/numerics/integrate/own/choose_method.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/iteration_matrix.h"

namespace daedalus::integrate {
namespace {

// Up to here stability costs an explicit method no more steps than accuracy does.
constexpr double kNotStiff = 1000;
constexpr double kManyEvents = 50;
constexpr std::int32_t kFewStates = 20;
// Of explicit equations: as many entries as a full matrix of 64 states has. A model gives such a Jacobian by
// a solution of all its equations for each state, which is dearer than all stages of a step together.
constexpr std::int64_t kDearJacobian = 64 * 64;
// Below this tolerance, the order of a method counts more than the work of a step. For 4 more digits a method
// of order 4 takes 10 times the steps, one of order 13 twice.
constexpr double kTightTolerance = 1e-8;

std::string Unknowns(std::int32_t size) {
  return std::to_string(size) + (size == 1 ? " unknown" : " unknowns");
}

double Normalize(std::span<double> v) {
  double sum = 0;
  for (const double value : v) sum += value * value;
  const double norm = std::sqrt(sum);
  if (norm > 0) {
    for (double& value : v) value /= norm;
  }
  return norm;
}

// By the power method: the geometric mean of the growth over the later iterations. It converges for complex
// eigenvalues too, and unlike norms it does not depend on the units of the unknowns.
double SpectralRadius(const SparsePattern& pattern, std::span<const double> values) {
  constexpr int kIterations = 40, kCounted = 20;
  std::vector<double> v(pattern.cols), product(pattern.cols);
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = 1 + 0.1 * static_cast<double>(i % 7);  // no special vector
  Normalize(v);
  double log_growth = 0;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    std::ranges::fill(product, 0.0);
    AddProduct(pattern, values, 1, v, product);
    const double growth = Normalize(product);
    if (growth == 0) return 0;
    if (iteration >= kIterations - kCounted) log_growth += std::log(growth);
    std::swap(v, product);
  }
  return std::exp(log_growth / kCounted);
}

}  // namespace

ProblemFacts FactsOf(const DaeProblem& problem) {
  ProblemFacts facts;
  facts.size = problem.size;
  facts.num_nonzeros = problem.pattern.cols > 0 ? problem.pattern.num_nonzeros()
                                                : static_cast<std::int64_t>(problem.size) * problem.size;
  if (!problem.index.empty()) facts.index = *std::ranges::max_element(problem.index);
  facts.constant_mass = problem.constant_mass;
  facts.has_algebraic = std::ranges::count(problem.is_differential, 0) > 0;
  return facts;
}

MethodChoice ChooseMethod(const ProblemFacts& facts) {
  if (facts.index > 1) {
    return {"radau5",
            {"the equations have index " + std::to_string(facts.index) +
             ": implicit Runge-Kutta methods keep their order there, multistep methods with varying steps do "
             "not"}};
  }
  if (facts.damps_nothing && facts.is_explicit && facts.size <= kFewStates &&
      facts.events_per_run < kManyEvents) {
    return {"radau",
            {"nothing in the model damps errors: orders up to 13 have the least of them, and few states make "
             "implicit steps as cheap as explicit ones"}};
  }
  if (facts.is_explicit && facts.stiffness <= kNotStiff) {
    return {"switching",
            {"the states have explicit equations that are not stiff at the start: an explicit method "
             "needs no Jacobian, and changes over to an implicit one should they become stiff"}};
  }
  MethodChoice choice;
  if (facts.is_explicit && std::isfinite(facts.stiffness)) {
    choice.reasons.push_back("the equations are stiff at the start: an implicit method");
  }
  if (facts.has_algebraic) {
    choice.method = "bdf";
    choice.reasons.push_back(
        "algebraic unknowns: a multistep method tests their errors, between its steps too");
  } else if (facts.size > kSmallProblem && facts.events_per_run < kManyEvents) {
    choice.method = "bdf";
    choice.reasons.push_back(Unknowns(facts.size) +
                             ": a multistep method factors one real matrix, and seldom");
  } else if (facts.is_explicit && facts.num_nonzeros > kDearJacobian && facts.events_per_run < kManyEvents) {
    choice.method = "bdf";
    choice.reasons.push_back("a Jacobian of " + std::to_string(facts.num_nonzeros) +
                             " entries: a multistep method keeps it for many steps");
  } else if (facts.tolerance < kTightTolerance && facts.events_per_run < kManyEvents) {
    choice.method = "radau";
    choice.reasons.push_back("a tight tolerance: orders up to 13 take the fewest steps");
  } else if (facts.constant_mass) {
    choice.method = "rodas";
    if (facts.events_per_run >= kManyEvents)
      choice.reasons.push_back("many events: a one-step method restarts at full order");
    choice.reasons.push_back(Unknowns(facts.size) + ": a Rosenbrock method has no iteration to converge");
  } else {
    choice.method = "bdf";
    choice.reasons.push_back("derivatives do not enter with constant factors: no Rosenbrock method");
  }
  return choice;
}

double EstimateStiffness(const DaeProblem& problem, const Tolerances& tolerances, double t,
                         std::span<const double> y, std::span<const double> yp, double length) {
  Evaluator evaluator(problem, tolerances);
  const SparsePattern& pattern = evaluator.problem().pattern;
  std::vector<double> r(y.size()), dy(pattern.row_indices.size()), dyp(dy.size());
  if (evaluator.Residual(t, y, yp, r) != EvalOutcome::kOk ||
      evaluator.JacobianParts(t, 1 / length, y, yp, r, dy, dyp) != EvalOutcome::kOk) {
    return std::numeric_limits<double>::infinity();
  }
  return length * SpectralRadius(pattern, dy);
}

}  // namespace daedalus::integrate
