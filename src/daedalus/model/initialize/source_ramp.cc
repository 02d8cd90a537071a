#include "daedalus/model/initialize/source_ramp.h"

#include "daedalus/numerics/nonlinear/branch.h"
#include "daedalus/numerics/nonlinear/continuation.h"
#include "daedalus/numerics/nonlinear/newton.h"

namespace daedalus::initialize {

std::string_view NameOf(RampOrigin origin) {
  return origin == RampOrigin::kZero ? "leading the sources from zero to their values"
                                     : "continuation from the start values";
}

namespace {

// With lambda itself as the parameter.
void FollowStraight(const nonlinear::BranchProblem& shifted, std::vector<double>& z, RampOutcome& out) {
  const auto solve = [&](double lambda) {
    shifted.set(lambda);
    std::vector<double> trial = z;
    const nonlinear::SolveOutcome outcome = nonlinear::SolveNonlinear(shifted.at, trial);
    out.iterations += outcome.iterations;
    if (!outcome.ok()) return false;
    z = std::move(trial);
    return true;
  };
  const auto way =
      nonlinear::FollowSolution(solve, {.begins_solved = true, .first_step = 0.25, .least_step = 1e-4});
  out.ok = way.arrived;
  out.num_solved = way.num_solved;
  out.reached = way.reached;
}

void FollowFolds(const nonlinear::BranchProblem& shifted, std::vector<double>& z, RampOutcome& out) {
  const nonlinear::BranchOutcome way = nonlinear::FollowBranch(shifted, z, 0);
  out.iterations += way.iterations;
  out.num_solved = way.num_steps;
  out.num_turns = way.num_turns;
  out.reached = way.reached;
  if (!way.arrived) return;
  // Solved again with the scales of all other solutions.
  const nonlinear::SolveOutcome outcome = nonlinear::SolveNonlinear(shifted.at, z);
  out.iterations += outcome.iterations;
  out.ok = outcome.ok();
}

}  // namespace

RampOutcome FollowRamp(InitialProblem& problem, const AttributeValues& attributes, RampOrigin origin,
                       RampWay way) {
  const std::size_t n = attributes.start.size();
  const std::vector<double> zero(n, 0.0);
  std::vector<double> z = problem.Join(origin == RampOrigin::kZero ? zero : attributes.start, zero);
  RampOutcome out;
  double rest = 1;  // 1 - lambda
  nonlinear::BranchProblem shifted{problem.Problem(attributes.nominal),
                                   [&](double lambda) { rest = 1 - lambda; }};
  const auto residual = shifted.at.residual;
  std::vector<double> first(z.size());
  if (residual(z, first) != linear::EvalOutcome::kOk || !linear::AreFinite(first)) return out;
  shifted.at.residual = [&](std::span<const double> at, std::span<double> r) {
    const auto outcome = residual(at, r);
    for (std::size_t i = 0; i < r.size(); ++i) r[i] -= rest * first[i];
    return outcome;
  };
  if (way == RampWay::kStraight) {
    FollowStraight(shifted, z, out);
  } else {
    FollowFolds(shifted, z, out);
  }
  out.y = zero;
  out.yp = zero;
  problem.Split(z, out.y, out.yp);
  return out;
}

}  // namespace daedalus::initialize
