#include "daedalus/programs/causal/cancelled_leaves.h"

#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "daedalus/system/expr/gradient_values.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::causal {
namespace {

constexpr double kCancelledPart = 1e-12;  // of the sum of the sizes of the terms
constexpr double kSameValue = 1e-9;

using Leaf = std::pair<VariableId, int>;

double SizeAt(const expr::Point& point, const expr::VariableLeaf& leaf) {
  const std::span<const double> values = leaf.order == 0 ? point.variables : point.derivatives;
  return leaf.order <= 1 && leaf.variable.index() < values.size() ? std::abs(values[leaf.variable.index()])
                                                                  : 0;
}

// A sum at a point.
struct SumAtPoint {
  double value = 0, size = 0;  // of the terms together
  std::map<Leaf, bool> has_cancelled;
};

std::optional<SumAtPoint> LookAt(expr::GradientValues& gradients, ExprId sum, const expr::Point& point) {
  gradients.SetPoint(point);
  const auto gradient = gradients.Of(sum);
  if (!gradient) return std::nullopt;
  SumAtPoint out{gradients.value(), std::abs(gradients.value()), {}};
  for (const expr::PartialValue& partial : *gradient) {
    out.has_cancelled[{partial.leaf.variable, partial.leaf.order}] =
        std::abs(partial.value) <= kCancelledPart * partial.size;
    out.size += partial.size * SizeAt(point, partial.leaf);
  }
  return out;
}

// If the sum has no value, because derivatives of second order have none, the value of the other one is no
// evidence.
bool IsSameValue(const SumAtPoint& before, const std::optional<SumAtPoint>& after) {
  return !std::isfinite(before.value) ||
         (after && std::abs(after->value - before.value) <= kSameValue * before.size);
}

}  // namespace

ExprId WithoutCancelledLeaves(expr::Graph& graph, ExprId sum, std::span<const expr::Point> points) {
  expr::GradientValues gradients(graph);
  std::vector<SumAtPoint> looks;
  std::map<Leaf, bool> has_cancelled;  // at all points
  for (const expr::Point& point : points) {
    auto look = LookAt(gradients, sum, point);
    if (!look) return sum;
    for (const auto& [leaf, here] : look->has_cancelled) {
      const auto [known, is_new] = has_cancelled.emplace(leaf, here);
      known->second = known->second && here;
    }
    looks.push_back(*std::move(look));
  }
  std::vector<expr::Replacement> zeros;
  for (const auto& [leaf, is_it] : has_cancelled) {
    if (is_it) zeros.push_back({graph.Variable(leaf.first, leaf.second), graph.Constant(0)});
  }
  if (zeros.empty()) return sum;
  const ExprId out = expr::Substitute(graph, sum, zeros);
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (!IsSameValue(looks[p], LookAt(gradients, out, points[p]))) return sum;
  }
  return out;
}

}  // namespace daedalus::causal
