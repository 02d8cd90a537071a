#include "daedalus/numerics/nonlinear/nearest_solution.h"

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/linear/evaluation.h"

namespace daedalus::nonlinear {
namespace {

constexpr double kNearEnough = 0.1;     // in units of max(|guess|, nominal): nothing else is looked for
constexpr double kMuchNearer = 0.8;     // of the distance of the first
constexpr double kSameSolution = 1e-6;  // in units
constexpr int kMostSolutions = 4;

class Deflation {
 public:
  Deflation(const NonlinearProblem& problem, const Bounds& bounds, std::span<const double> guess)
      : problem_(problem),
        bounds_(bounds),
        guess_(guess),
        solver_(linear::MakeLinearSolver(problem.pattern)),
        residual_(guess.size()) {
    entries_.resize(problem.pattern.row_indices.size());
    for (std::size_t j = 0; j < guess.size(); ++j)
      units_.push_back(std::max(std::abs(guess[j]), problem.nominal.empty() ? 1.0 : problem.nominal[j]));
  }

  // Another solution than these: from the guess, or from between two of them.
  std::optional<std::vector<double>> Find(const std::vector<std::vector<double>>& known) {
    if (auto found = FindFrom({guess_.begin(), guess_.end()}, known)) return found;
    for (std::size_t i = 0; i < known.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        std::vector<double> middle = known[i];
        for (std::size_t j = 0; j < middle.size(); ++j) middle[j] = (middle[j] + known[k][j]) / 2;
        if (auto found = FindFrom(std::move(middle), known)) return found;
      }
    }
    return std::nullopt;
  }

  std::int64_t iterations() const { return iterations_; }
  // The largest change from the guess to there, in units.
  double Change(std::span<const double> z) const {
    double out = 0;
    for (std::size_t j = 0; j < z.size(); ++j) out = std::max(out, std::abs(z[j] - guess_[j]) / units_[j]);
    return out;
  }

 private:
  std::optional<std::vector<double>> FindFrom(std::vector<double> z,
                                              const std::vector<std::vector<double>>& known) {
    constexpr int kMostSteps = 100;
    constexpr double kConverged = 1e-12, kLongest = 0.1;
    for (int step = 0; step < kMostSteps; ++step) {
      auto p = NewtonStep(z);
      if (!p) return std::nullopt;
      if (Norm(*p) <= kConverged) return IsKnown(z, known) ? std::nullopt : std::optional(z);
      const double tau = Factor(z, *p, known);
      if (!std::isfinite(tau)) return std::nullopt;
      const double length = Norm(*p) * std::abs(tau);
      const double part = tau * std::min(1.0, kLongest / length);
      if (!Move(z, *p, part)) return std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<std::vector<double>> NewtonStep(const std::vector<double>& z) {
    ++iterations_;
    if (problem_.residual(z, residual_) != EvalOutcome::kOk ||
        problem_.jacobian(z, entries_) != EvalOutcome::kOk)
      return std::nullopt;
    if (!linear::AreFinite(residual_) || solver_->Factor(entries_) != linear::FactorStatus::kOk)
      return std::nullopt;
    std::vector<double> p = residual_;
    solver_->Solve(p);
    for (double& value : p) value = -value;
    return linear::AreFinite(p) ? std::optional(std::move(p)) : std::nullopt;
  }

  // (2)
  double Factor(const std::vector<double>& z, const std::vector<double>& p,
                const std::vector<std::vector<double>>& known) const {
    double slope = 0;  // of log M along p
    for (const std::vector<double>& s : known) {
      double square = 0, along = 0;
      for (std::size_t j = 0; j < z.size(); ++j) {
        const double difference = (z[j] - s[j]) / units_[j];
        square += difference * difference;
        along += difference * p[j] / units_[j];
      }
      slope += -2 * along / (square * square) / (1 + 1 / square);
    }
    return 1 / (1 - slope);
  }

  // A part of the step, or less where it would leave the bounds or the equations have no value.
  bool Move(std::vector<double>& z, const std::vector<double>& p, double part) {
    constexpr int kMostHalvings = 10;
    std::vector<double> there(z.size()), residual(z.size());
    for (int i = 0; i < kMostHalvings; ++i, part /= 2) {
      for (std::size_t j = 0; j < z.size(); ++j)
        there[j] = std::clamp(z[j] + part * p[j], bounds_.min[j], std::max(bounds_.min[j], bounds_.max[j]));
      if (problem_.residual(there, residual) != EvalOutcome::kOk || !linear::AreFinite(residual)) continue;
      z = there;
      return true;
    }
    return false;
  }

  bool IsKnown(const std::vector<double>& z, const std::vector<std::vector<double>>& known) const {
    return std::ranges::any_of(known, [&](const std::vector<double>& s) {
      std::vector<double> difference = z;
      for (std::size_t j = 0; j < z.size(); ++j) difference[j] -= s[j];
      return Norm(difference) <= kSameSolution;
    });
  }

  double Norm(const std::vector<double>& d) const {
    double sum = 0;
    for (std::size_t j = 0; j < d.size(); ++j) sum += (d[j] / units_[j]) * (d[j] / units_[j]);
    return std::sqrt(sum);
  }

  const NonlinearProblem& problem_;
  const Bounds& bounds_;
  std::span<const double> guess_;
  std::unique_ptr<linear::LinearSolver> solver_;
  std::vector<double> units_, residual_, entries_;
  std::int64_t iterations_ = 0;
};

}  // namespace

NearestOutcome TakeNearest(const NonlinearProblem& problem, const Bounds& bounds,
                           const NearestQuestion& question, std::span<double> x) {
  const std::span<const char> is_said = question.is_said;
  NearestOutcome out;
  if (problem.size > kMostUnknownsToCompare || std::ranges::find(is_said, 1) == is_said.end()) return out;
  Deflation deflation(problem, bounds, question.guess);
  const auto distance = [&problem, guess = question.guess, is_said](std::span<const double> z) {
    double sum = 0;
    for (std::size_t j = 0; j < z.size(); ++j) {
      if (is_said[j])
        sum += std::pow((z[j] - guess[j]) / (problem.nominal.empty() ? 1 : problem.nominal[j]), 2);
    }
    return std::sqrt(sum);
  };
  out.distance = distance(x);
  if (!(deflation.Change(x) > kNearEnough)) return out;
  std::vector<std::vector<double>> known{{x.begin(), x.end()}};
  while (known.size() < kMostSolutions) {
    auto found = deflation.Find(known);
    if (!found) break;
    known.push_back(*std::move(found));
  }
  out.iterations = deflation.iterations();
  const auto is_none = [&question](const std::vector<double>& z) {
    return question.is_allowed && !question.is_allowed(z);
  };
  known.erase(std::remove_if(known.begin() + 1, known.end(), is_none), known.end());
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < known.size(); ++i) {
    if (distance(known[i]) < (nearest == 0 ? kMuchNearer : 1.0) * distance(known[nearest])) nearest = i;
  }
  for (std::size_t i = 0; i < known.size(); ++i) {
    const double far = distance(known[i]);
    if (i != nearest && (!out.rival || far < out.rival->distance)) out.rival = Rival{known[i], far};
  }
  std::ranges::copy(known[nearest], x.begin());
  out.distance = distance(known[nearest]);
  return out;
}

}  // namespace daedalus::nonlinear
