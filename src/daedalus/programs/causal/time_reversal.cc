#include "daedalus/programs/causal/time_reversal.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "daedalus/system/expr/traverse.h"

namespace daedalus::causal {
namespace {

using expr::Op;

// Whether a value changes its sign with time: the sum, modulo 2, of a bit and of the unknown bits of some
// variables.
struct ReversalSign {
  std::vector<std::uint32_t> variables;  // ascending
  bool changes = false;
};

ReversalSign ProductOfSigns(const ReversalSign& a, const ReversalSign& b) {
  ReversalSign out;
  out.changes = a.changes != b.changes;
  std::ranges::set_symmetric_difference(a.variables, b.variables, std::back_inserter(out.variables));
  return out;
}

// Demands that some sums of bits be 0, by elimination. Each kept demand determines the bit of its first
// variable.
class BitEquations {
 public:
  // Returns false if it contradicts the others.
  bool Demand(ReversalSign sum) {
    while (!sum.variables.empty()) {
      const auto known = by_first_.find(sum.variables.front());
      if (known == by_first_.end()) {
        const std::uint32_t first = sum.variables.front();
        by_first_.emplace(first, std::move(sum));
        return true;
      }
      sum = ProductOfSigns(sum, known->second);
    }
    return !sum.changes;
  }

 private:
  std::unordered_map<std::uint32_t, ReversalSign> by_first_;
};

class ReversalSigns {
 public:
  explicit ReversalSigns(const System& system) : system_(system), signs_(system.graph.size()) {}

  bool HoldFor(ExprId root) {
    for (const ExprId id : traversal_.Continue(system_.graph, root)) {
      auto sign = expr::IsLeaf(system_.graph.op(id)) ? OfLeaf(id) : OfOperation(id);
      if (!sign || sign->variables.size() > kMostVariables) return false;
      signs_[id.index()] = std::move(*sign);
    }
    return true;
  }

 private:
  static constexpr std::size_t kMostVariables = 64;  // in one product; more would only cost time

  const ReversalSign& Of(ExprId e) const { return signs_[e.index()]; }
  bool Agree(ExprId a, ExprId b) { return demands_.Demand(ProductOfSigns(Of(a), Of(b))); }
  bool Keeps(ExprId e) { return demands_.Demand(Of(e)); }

  std::optional<ReversalSign> OfLeaf(ExprId e) const {
    const expr::Graph& g = system_.graph;
    switch (g.op(e)) {
      case Op::kConstant:
      case Op::kParameter:
        return ReversalSign{};
      case Op::kVariable:
        return ReversalSign{{g.variable(e).value}, g.derivative_order(e) % 2 == 1};
      default:  // what follows the time, and what events have made
        return std::nullopt;
    }
  }

  std::optional<ReversalSign> OfOperation(ExprId e) {
    const std::span<const ExprId> operands = system_.graph.operands(e);
    switch (system_.graph.op(e)) {
      case Op::kAdd:
        for (const ExprId term : operands.subspan(1)) {
          if (!Agree(operands[0], term)) return std::nullopt;
        }
        return Of(operands[0]);
      case Op::kMul:
      case Op::kDiv: {
        ReversalSign product;
        for (const ExprId factor : operands) product = ProductOfSigns(product, Of(factor));
        return product;
      }
      case Op::kPow:
        return OfPower(operands[0], operands[1]);
      case Op::kSin:
      case Op::kTan:
      case Op::kAsin:
      case Op::kAtan:
      case Op::kSinh:
      case Op::kTanh:
      case Op::kSign:
      case Op::kNoEvent:
        return Of(operands[0]);
      case Op::kAbs:
      case Op::kCos:
      case Op::kCosh:
        return ReversalSign{};
      default:
        return OfKept(operands);
    }
  }

  std::optional<ReversalSign> OfPower(ExprId base, ExprId exponent) {
    const expr::Graph& g = system_.graph;
    const bool is_whole =
        g.IsConstant(exponent) && std::trunc(g.constant_value(exponent)) == g.constant_value(exponent);
    if (!is_whole) {
      const ExprId both[] = {base, exponent};
      return OfKept(both);
    }
    return std::fmod(g.constant_value(exponent), 2) == 0 ? ReversalSign{} : Of(base);
  }

  // A function of arguments that keep their sign keeps its sign.
  std::optional<ReversalSign> OfKept(std::span<const ExprId> operands) {
    for (const ExprId operand : operands) {
      if (!Keeps(operand)) return std::nullopt;
    }
    return ReversalSign{};
  }

  const System& system_;
  std::vector<ReversalSign> signs_;  // by id
  BitEquations demands_;
  expr::Traversal traversal_;
};

}  // namespace

bool IsReversible(const System& system) {
  ReversalSigns signs(system);
  for (const Equation& equation : system.equations) {
    if (!signs.HoldFor(equation.residual)) return false;
  }
  return true;
}

}  // namespace daedalus::causal
