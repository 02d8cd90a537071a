#include "daedalus/model/initialize/guess_hints.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/programs/execute/inlining.h"
#include "daedalus/system/expr/gradient_values.h"
#include "daedalus/system/expr/leaves.h"

namespace daedalus::initialize {
namespace {

constexpr std::size_t kMostHints = 100;

// Finds what depends on tearing variables of nonlinear loops without given start values.
class DependsOnOpen {
 public:
  DependsOnOpen(const System& system, const causal::Program& program)
      : system_(system), is_open_(system.variables.size(), 0), depends_{is_open_, is_open_} {
    for (const causal::Block& block : program.blocks) {
      if (block.kind != causal::BlockKind::kNonlinear) continue;
      for (const Quantity& unknown : program.TearingOf(block)) {
        if (unknown.order == 0 && !system.variables[unknown.variable].start.IsValid())
          is_open_[unknown.variable.index()] = 1;
      }
    }
    depends_[0] = is_open_;
  }

  bool any() const { return std::ranges::count(is_open_, 1) > 0; }
  bool IsOpen(VariableId v) const { return is_open_[v.index()]; }
  // One after the other; whether it does.
  bool Assign(const causal::Assignment& assignment) {
    const bool out = In(assignment.value);
    if (out) depends_[assignment.unknown.order > 0][assignment.unknown.variable.index()] = 1;
    return out;
  }
  bool In(ExprId e) {
    return std::ranges::any_of(
        collector_.Collect(system_.graph, e).variables,
        [&](const expr::VariableLeaf& leaf) { return depends_[leaf.order > 0][leaf.variable.index()] != 0; });
  }

 private:
  const System& system_;
  std::vector<char> is_open_;
  std::array<std::vector<char>, 2> depends_;  // variables, derivatives
  expr::LeafCollector collector_;
};

double Within(const AttributeValues& attributes, std::size_t v, double value) {
  return std::max(attributes.min[v], std::min(value, attributes.max[v]));
}

// (1) at one point of time.
class HintFit {
 public:
  HintFit(const expr::Graph& graph, std::span<const GivenHint> hints, std::span<const VariableId> unknowns,
          const AttributeValues& attributes, const expr::Point& point)
      : hints_(hints), unknowns_(unknowns), attributes_(attributes), point_(point), gradients_(graph) {
    expr::Evaluator evaluator(graph);
    evaluator.SetPoint(point);
    for (const GivenHint& hint : hints) starts_.push_back(evaluator.Value(hint.start));
  }

  // Starts at these values. Returns the remaining residual; nullopt if it does not converge.
  std::optional<double> Improve(std::vector<double>& y) {
    constexpr int kMostSteps = 20;
    constexpr double kSmallStep = 1e-4;
    Evaluate(y);
    for (int step = 0; step < kMostSteps && residual_.allFinite() && slopes_.allFinite(); ++step) {
      const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition(slopes_);
      if (Move(linear::Solve(decomposition, residual_), y) <= kSmallStep) return residual_.norm();
    }
    return std::nullopt;
  }

 private:
  // The slopes are in units of the unknowns.
  void Evaluate(const std::vector<double>& y) {
    const auto rows = static_cast<Eigen::Index>(hints_.size());
    point_.variables = y;
    gradients_.SetPoint(point_);
    residual_ = Eigen::VectorXd::Zero(rows);
    slopes_ = Eigen::MatrixXd::Zero(rows, static_cast<Eigen::Index>(unknowns_.size()));
    for (Eigen::Index i = 0; i < rows; ++i) {
      const double start = starts_[static_cast<std::size_t>(i)], unit = std::max(std::abs(start), 1.0);
      const auto gradient = gradients_.Of(hints_[static_cast<std::size_t>(i)].value);
      for (const expr::PartialValue& partial : *gradient) {
        const auto found = std::ranges::lower_bound(unknowns_, partial.leaf.variable);
        if (partial.leaf.order > 0 || found == unknowns_.end() || *found != partial.leaf.variable) continue;
        slopes_(i, found - unknowns_.begin()) = partial.value * attributes_.nominal[found->index()] / unit;
      }
      residual_[i] = (gradients_.value() - start) / unit;
    }
  }

  // Along the change or a part of it, within the bounds; the largest relative step.
  double Move(const Eigen::VectorXd& change, std::vector<double>& y) {
    constexpr double kLeastPart = 1e-3;
    const double before = residual_.norm();
    const std::vector<double> from = y;
    double largest = 0;
    for (double part = 1; part > kLeastPart; part /= 2) {
      largest = 0;
      for (std::size_t j = 0; j < unknowns_.size(); ++j) {
        const std::size_t v = unknowns_[j].index();
        const double to = from[v] - part * change[static_cast<Eigen::Index>(j)] * attributes_.nominal[v];
        y[v] = Within(attributes_, v, to);
        largest =
            std::max(largest, std::abs(y[v] - from[v]) / std::max(std::abs(from[v]), attributes_.nominal[v]));
      }
      Evaluate(y);
      if (residual_.norm() <= before) break;
    }
    return largest;
  }

  std::span<const GivenHint> hints_;
  std::span<const VariableId> unknowns_;
  const AttributeValues& attributes_;
  expr::Point point_;
  expr::GradientValues gradients_;
  std::vector<double> starts_;
  Eigen::VectorXd residual_;
  Eigen::MatrixXd slopes_;
};

}  // namespace

GuessHints::GuessHints(System& system, const causal::Program& program,
                       std::span<const GivenHint> eliminated) {
  DependsOnOpen depends(system, program);
  if (!depends.any()) return;
  std::vector<char> is_hint;
  for (const causal::Assignment& assignment : program.assignments) {
    const bool has_start =
        assignment.unknown.order == 0 && system.variables[assignment.unknown.variable].start.IsValid();
    is_hint.push_back(depends.Assign(assignment) && has_start);
  }
  std::vector<GivenHint> found;
  for (const GivenHint& hint : eliminated) {
    if (depends.In(hint.value)) found.push_back(hint);
  }
  const std::size_t num_hints = found.size() + static_cast<std::size_t>(std::ranges::count(is_hint, 1));
  if (num_hints == 0 || num_hints > kMostHints) return;
  execute::Inlining inlining(system);
  for (std::size_t i = 0; i < program.assignments.size(); ++i) {
    const causal::Assignment& assignment = program.assignments[i];
    const ExprId value = inlining.Assign(assignment.unknown, assignment.value);
    if (is_hint[i]) hints_.push_back({value, system.variables[assignment.unknown.variable].start});
  }
  for (const GivenHint& hint : found) hints_.push_back({inlining.Inlined(hint.value), hint.start});
  expr::GradientValues gradients(system.graph);
  std::erase_if(hints_, [&](const GivenHint& hint) { return !gradients.Of(hint.value); });
  if (hints_.empty()) return;
  graph_ = system.graph;
  for (const GivenHint& hint : hints_) {
    for (const expr::VariableLeaf& leaf : expr::CollectLeaves(graph_, hint.value).variables) {
      if (leaf.order == 0 && depends.IsOpen(leaf.variable)) unknowns_.push_back(leaf.variable);
    }
  }
  std::ranges::sort(unknowns_);
  unknowns_.erase(std::ranges::unique(unknowns_).begin(), unknowns_.end());
}

// (2)
std::vector<double> GuessHints::Guess(const AttributeValues& attributes, const expr::Point& point) const {
  constexpr double kNearEnough = 1e-3;
  HintFit fit(graph_, hints_, unknowns_, attributes, point);
  std::vector<double> best = attributes.start;
  double least = std::numeric_limits<double>::infinity();
  for (const double side : {0.0, 1.0, -1.0}) {
    std::vector<double> y = attributes.start;
    for (const VariableId v : unknowns_) {
      const std::size_t i = v.index();
      y[i] = Within(attributes, i, y[i] + side * attributes.nominal[i]);
    }
    const auto left = fit.Improve(y);
    if (!left || !(*left < least)) continue;
    least = *left;
    best = std::move(y);
    if (least < kNearEnough) break;
  }
  return best;
}

}  // namespace daedalus::initialize
