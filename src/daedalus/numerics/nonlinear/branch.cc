#include "daedalus/numerics/nonlinear/branch.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "daedalus/numerics/linear/linear_solver.h"

namespace daedalus::nonlinear {
namespace {

using linear::SparsePattern;

constexpr int kMostCorrections = 8;
constexpr int kFewCorrections = 3;    // with so many the next step is longer
constexpr double kSettled = 1e-8;     // of the unknowns in their units
constexpr double kShrinks = 0.5;      // each correction, of the one before
constexpr double kNear = 0.5;         // all corrections, of the step
constexpr double kHardlyTurns = 0.9;  // the cosine between two tangents
constexpr double kDifference = 1e-5;  // of lambda

// The pattern of dH/dz with one more full row and column.
SparsePattern Bordered(const SparsePattern& inner) {
  const std::int32_t n = inner.cols;
  SparsePattern out;
  out.rows = out.cols = n + 1;
  for (std::int32_t j = 0; j < n; ++j) {
    const auto column = inner.Column(j);
    out.row_indices.insert(out.row_indices.end(), column.begin(), column.end());
    out.row_indices.push_back(n);
    out.column_starts.push_back(out.num_nonzeros());
  }
  for (std::int32_t i = 0; i <= n; ++i) out.row_indices.push_back(i);
  out.column_starts.push_back(out.num_nonzeros());
  return out;
}

class Follower {
 public:
  Follower(const BranchProblem& problem, std::span<double> z, double lambda, const BranchOptions& options)
      : problem_(problem),
        options_(options),
        z_(z),
        n_(z.size()),
        inner_(problem.at.pattern.cols == problem.at.size
                   ? problem.at.pattern
                   : linear::DensePattern(problem.at.size, problem.at.size)),
        bordered_(Bordered(inner_)),
        solver_(linear::MakeLinearSolver(bordered_)),
        x_(z.begin(), z.end()),
        tangent_(n_ + 1, 0.0),
        weights_(n_ + 1, 1.0),
        residual_(n_),
        entries_(inner_.row_indices.size()),
        values_(bordered_.row_indices.size()) {
    x_.push_back(lambda);
    tangent_[n_] = 1;
  }

  BranchOutcome Run() {
    out_.reached = x_[n_];
    SetWeights();
    if (!TurnTangent(x_, tangent_)) return out_;
    double step = options_.first_step;
    while (!out_.arrived && out_.num_steps < options_.most_steps && step >= options_.least_step &&
           std::abs(x_[n_]) <= options_.farthest && !is_over_) {
      const int corrections = Advance(step);
      if (corrections > 0 && corrections <= kFewCorrections) step = std::min(2 * step, options_.longest_step);
      if (corrections == 0) step /= 2;
    }
    std::copy(x_.begin(), x_.begin() + static_cast<std::ptrdiff_t>(n_), z_.begin());
    problem_.set(x_[n_]);
    return out_;
  }

 private:
  void SetWeights() {
    for (std::size_t j = 0; j < n_; ++j) {
      const double nominal = problem_.at.nominal.empty() ? 1 : problem_.at.nominal[j];
      const double unit = std::max(std::abs(x_[j]), nominal);
      weights_[j] = 1 / (static_cast<double>(n_) * unit * unit);
    }
  }
  double Dot(const std::vector<double>& a, const std::vector<double>& b) const {
    double sum = 0;
    for (std::size_t j = 0; j <= n_; ++j) sum += weights_[j] * a[j] * b[j];
    return sum;
  }
  double Norm(const std::vector<double>& a) const { return std::sqrt(Dot(a, a)); }

  bool Residual(const std::vector<double>& x, double lambda, std::vector<double>& r) {
    problem_.set(lambda);
    const EvalOutcome outcome = problem_.at.residual({x.data(), n_}, r);
    is_over_ = is_over_ || outcome == EvalOutcome::kFatal;
    return outcome == EvalOutcome::kOk && linear::AreFinite(r);
  }

  // The matrix of (2) at x with this last row, factored.
  bool Factor(const std::vector<double>& x, const std::vector<double>& last_row) {
    std::vector<double> ahead(n_), behind(n_);
    if (!Residual(x, x[n_] + kDifference, ahead) || !Residual(x, x[n_] - kDifference, behind)) return false;
    problem_.set(x[n_]);
    if (problem_.at.jacobian({x.data(), n_}, entries_) != EvalOutcome::kOk) return false;
    std::size_t to = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      for (auto k = static_cast<std::size_t>(inner_.column_starts[j]);
           k < static_cast<std::size_t>(inner_.column_starts[j + 1]); ++k)
        values_[to++] = entries_[k];
      values_[to++] = last_row[j];
    }
    for (std::size_t i = 0; i < n_; ++i) values_[to++] = (ahead[i] - behind[i]) / (2 * kDifference);
    values_[to] = last_row[n_];
    return linear::AreFinite(values_) && solver_->Factor(values_) == linear::FactorStatus::kOk;
  }

  std::vector<double> RowAlong(const std::vector<double>& tangent) const {
    std::vector<double> out(n_ + 1);
    for (std::size_t j = 0; j <= n_; ++j) out[j] = weights_[j] * tangent[j];
    return out;
  }

  // Changes the tangent to the one at x, of length 1, in the direction of the given one.
  bool TurnTangent(const std::vector<double>& x, std::vector<double>& tangent) {
    if (!Factor(x, RowAlong(tangent))) return false;
    std::ranges::fill(tangent, 0.0);
    tangent[n_] = 1;
    solver_->Solve(tangent);
    const double length = Norm(tangent);
    if (!std::isfinite(length) || length == 0) return false;
    for (double& t : tangent) t /= length;
    return true;
  }

  // Newton's iteration from x to (1) and row . (x - x_ahead) = 0: how many corrections, or 0 where it does
  // not come to rest nearby.
  int Correct(std::vector<double>& x, const std::vector<double>& row, double step) {
    const std::vector<double> ahead = x;
    double last = 0, sum = 0;
    std::vector<double> d(n_ + 1);
    for (int i = 1; i <= kMostCorrections; ++i) {
      ++out_.iterations;
      if (!Factor(x, row) || !Residual(x, x[n_], residual_)) return 0;
      std::ranges::transform(residual_, d.begin(), std::negate<>());
      d[n_] = 0;
      for (std::size_t j = 0; j <= n_; ++j) d[n_] -= row[j] * (x[j] - ahead[j]);
      solver_->Solve(d);
      const double size = Norm(d);
      if (!std::isfinite(size)) return 0;
      for (std::size_t j = 0; j <= n_; ++j) x[j] += d[j];
      sum += size;
      if (size <= kSettled) return i;
      if (sum > kNear * step || (i > 1 && size > kShrinks * last)) return 0;
      last = size;
    }
    return 0;
  }

  int Advance(double step) {
    std::vector<double> x = x_;
    for (std::size_t j = 0; j <= n_; ++j) x[j] += step * tangent_[j];
    const int corrections = Correct(x, RowAlong(tangent_), step);
    if (corrections == 0) return 0;
    std::vector<double> tangent = tangent_;
    if (!TurnTangent(x, tangent) || Dot(tangent, tangent_) < kHardlyTurns) return 0;
    if ((x_[n_] - 1) * (x[n_] - 1) <= 0 && !Finish(x, step)) return 0;
    if (!out_.arrived) {
      if (tangent[n_] * tangent_[n_] < 0) ++out_.num_turns;
      x_ = std::move(x);
      SetWeights();
      const double length = Norm(tangent);
      for (double& t : tangent) t /= length;
      tangent_ = std::move(tangent);
    }
    ++out_.num_steps;
    out_.reached = std::max(out_.reached, x_[n_]);
    return corrections;
  }

  // Between x_ and the next point lambda is 1.
  bool Finish(const std::vector<double>& next, double step) {
    const double part = next[n_] == x_[n_] ? 1 : (1 - x_[n_]) / (next[n_] - x_[n_]);
    std::vector<double> x(n_ + 1), row(n_ + 1, 0.0);
    for (std::size_t j = 0; j < n_; ++j) x[j] = x_[j] + part * (next[j] - x_[j]);
    x[n_] = 1;
    row[n_] = 1;
    if (Correct(x, row, step) == 0) return false;
    x_ = std::move(x);
    x_[n_] = 1;
    out_.arrived = true;
    return true;
  }

  const BranchProblem& problem_;
  const BranchOptions& options_;
  std::span<double> z_;
  std::size_t n_;
  SparsePattern inner_, bordered_;
  std::unique_ptr<linear::LinearSolver> solver_;
  std::vector<double> x_, tangent_;  // with lambda behind the unknowns
  std::vector<double> weights_, residual_, entries_, values_;
  bool is_over_ = false;  // a callback reported a fatal error
  BranchOutcome out_;
};

}  // namespace

std::string TurnsText(int num_turns) {
  if (num_turns == 0) return {};
  return ", around " + (num_turns == 1 ? std::string("a fold") : std::to_string(num_turns) + " folds");
}

BranchOutcome FollowBranch(const BranchProblem& problem, std::span<double> z, double lambda,
                           const BranchOptions& options) {
  if (problem.at.size == 0) return {};
  return Follower(problem, z, lambda, options).Run();
}

}  // namespace daedalus::nonlinear
