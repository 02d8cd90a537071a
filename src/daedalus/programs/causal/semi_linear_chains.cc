#include "daedalus/programs/causal/semi_linear_chains.h"

#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "daedalus/programs/causal/alias_choice.h"
#include "daedalus/programs/causal/alias_classes.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::causal {
namespace {

using expr::Graph;
using expr::Op;

// sign * (a variable)
struct SignedVariable {
  double sign = 0;
  ExprId variable;
};

std::optional<SignedVariable> ReadSigned(const Graph& g, ExprId e) {
  const expr::ScaledTerm term = expr::SplitCoefficient(g, e);
  const bool is_unit = term.coefficient == 1 || term.coefficient == -1;
  if (!is_unit || term.factors.size() != 1) return std::nullopt;
  const ExprId factor = term.factors[0];
  if (g.op(factor) != Op::kVariable || g.derivative_order(factor) != 0) return std::nullopt;
  return SignedVariable{term.coefficient, factor};
}

// sign * y = semiLinear(x, above, below)
struct SemiLinear {
  EquationId equation;
  double sign = 0;
  ExprId x, y, above, below;  // y is invalid where 0 is written in its place
  ExprId condition;           // true if x >= 0, or for a reversed link, if x <= 0
  bool is_turned = false;
};

// Which variables equations make 0, directly or through a chain of equal variables.
class Zeros {
 public:
  explicit Zeros(System& system) : classes_(system.variables.size()) {
    const AliasStatements statements = FindAliasStatements(system);
    for (const AliasStatement& s : statements) {
      if (s.kind != AliasStatement::Kind::kEqual) continue;
      const auto a = classes_.Find(s.a), b = classes_.Find(s.b);
      if (a.root != b.root) classes_.Unite(a.root, b.root, a.sign * s.sign * b.sign);
    }
    is_zero_.resize(system.variables.size(), false);
    for (const AliasStatement& s : statements) {
      if (s.kind == AliasStatement::Kind::kConstant && system.graph.IsConstant(s.value, 0.0))
        is_zero_[classes_.Find(s.a).root] = true;
    }
  }
  bool Contain(VariableId v) { return is_zero_[classes_.Find(v).root]; }

 private:
  SignedUnionFind classes_;
  IdVector<VariableId, char> is_zero_;
};

class Chains {
 public:
  explicit Chains(System& system) : system_(system), g_(system.graph) {}

  void EquateWhereNothingFlows() {
    std::optional<Zeros> zeros;  // found when it is first needed
    for (const EquationId e : IdRange<EquationId>(system_.equations.size())) {
      const auto found = Read(e);
      if (!found) continue;
      if (!zeros) zeros.emplace(system_);
      const bool is_closed = !found->y.IsValid() || zeros->Contain(g_.variable(found->y));
      if (is_closed && zeros->Contain(g_.variable(found->x))) Set(e, found->above, found->below);
    }
  }

  void Join() {
    for (const EquationId e : IdRange<EquationId>(system_.equations.size())) {
      if (auto found = Read(e); found && found->y.IsValid())
        groups_[{found->x.value, found->y.value, found->sign}].push_back(*found);
    }
    std::erase_if(groups_, [](const auto& entry) { return entry.second.size() < 2; });
    if (groups_.empty()) return;
    differentiated_ = FindDifferentiated(system_);
    for (const auto& [key, group] : groups_) JoinGroup(group);
  }

 private:
  std::optional<SemiLinear> Read(EquationId e) {
    const Equation& equation = system_.equations[e];
    const bool is_right = g_.op(equation.right) == Op::kIf;
    const ExprId choice = is_right ? equation.right : equation.left;
    if (g_.op(choice) != Op::kIf) return std::nullopt;
    const ExprId other = is_right ? equation.left : equation.right;
    const auto y = g_.IsConstant(other, 0.0) ? SignedVariable{1, {}} : ReadSigned(g_, other);
    const auto x = ReadPositive(g_.operand(choice, 0));
    if (!y || !x) return std::nullopt;
    SemiLinear out{e,  x->sign * y->sign,     x->variable, y->variable, {},
                   {}, g_.operand(choice, 0), x->sign < 0};
    const ExprId then_value = g_.operand(choice, 1), else_value = g_.operand(choice, 2);
    out.above = FactorOf(then_value, *x);
    out.below = FactorOf(else_value, *x);
    if (!out.above.IsValid() || !out.below.IsValid()) return std::nullopt;
    if (out.is_turned) std::swap(out.above, out.below);
    return out;
  }

  // The expression that a condition requires to be at least 0.
  std::optional<SignedVariable> ReadPositive(ExprId condition) const {
    ExprId left, right;
    if (g_.op(condition) == Op::kHeld) {
      const HeldId leaf = g_.held(condition);
      if (leaf.index() >= system_.hybrid.held.size()) return std::nullopt;
      const Held& held = system_.hybrid.held[leaf];
      if (held.kind != Held::Kind::kRelation) return std::nullopt;
      const Relation& relation = system_.hybrid.relations[RelationId(held.of)];
      if (!relation.or_equal) return std::nullopt;
      left = relation.left;
      right = relation.right;
    } else if (g_.op(condition) == Op::kLessEqual) {
      left = g_.operand(condition, 0);
      right = g_.operand(condition, 1);
    } else {
      return std::nullopt;
    }
    return g_.IsConstant(left, 0.0) ? ReadSigned(g_, right) : std::nullopt;
  }

  // The factor of x in a product; invalid if x is not a factor of it.
  ExprId FactorOf(ExprId product, const SignedVariable& x) {
    const expr::ScaledTerm term = expr::SplitCoefficient(g_, product);
    std::vector<ExprId> others;
    std::size_t times = 0;
    for (const ExprId factor : term.factors) {
      if (factor == x.variable) ++times;
      if (factor != x.variable) others.push_back(factor);
    }
    if (times != 1) return {};
    others.push_back(g_.Constant(term.coefficient * x.sign));
    return expr::Product(g_, others);
  }

  // A variable between two ports: a state would be known without the equations.
  bool IsBetween(ExprId e) const {
    return g_.op(e) == Op::kVariable && g_.derivative_order(e) == 0 && !differentiated_[g_.variable(e)];
  }

  using Group = std::vector<SemiLinear>;

  void JoinGroup(const Group& group) {
    std::map<std::uint32_t, std::vector<std::size_t>> by_above, by_below;
    for (std::size_t i = 0; i < group.size(); ++i) {
      by_above[group[i].above.value].push_back(i);
      by_below[group[i].below.value].push_back(i);
    }
    // The next one in the chain; none where it ends, or is not the only one.
    const auto next = [&](std::size_t i) -> std::optional<std::size_t> {
      const ExprId s = group[i].below;
      const auto at = by_above.find(s.value);
      if (!IsBetween(s) || at == by_above.end() || at->second.size() != 1 || by_below[s.value].size() != 1)
        return std::nullopt;
      return at->second[0];
    };
    std::vector<bool> has_one_before(group.size(), false);
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (const auto other = next(i)) has_one_before[*other] = true;
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (has_one_before[i]) continue;
      std::vector<const SemiLinear*> chain = {&group[i]};
      for (auto other = next(i); other; other = next(*other)) chain.push_back(&group[*other]);
      if (chain.size() > 1) Rewrite(chain);
    }
  }

  void Rewrite(const std::vector<const SemiLinear*>& chain) {
    const SemiLinear& first = *chain.front();
    const ExprId above = first.above, below = chain.back()->below;
    const auto choose = [&](ExprId where_above, ExprId where_below) {
      return first.is_turned ? expr::Conditional(g_, first.condition, where_below, where_above)
                             : expr::Conditional(g_, first.condition, where_above, where_below);
    };
    const auto times_x = [&](ExprId s) {
      return expr::Product(g_, g_.Constant(first.sign), expr::Product(g_, s, first.x));
    };
    const ExprId between = choose(above, below);
    for (std::size_t k = 1; k < chain.size(); ++k)
      Set(chain[k]->equation, chain[k]->above, k == 1 ? between : chain[1]->above);
    Set(first.equation, first.y, choose(times_x(above), times_x(below)));
  }

  void Set(EquationId e, ExprId left, ExprId right) {
    Equation& equation = system_.equations[e];
    equation.left = left;
    equation.right = right;
    equation.residual = expr::Difference(g_, left, right);
    equation.history = system_.histories.Append(equation.history, {Operation::Kind::kChained, e.value});
  }

  System& system_;
  Graph& g_;
  IdVector<VariableId, char> differentiated_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, double>, Group> groups_;  // by x, y and the sign of y
};

}  // namespace

void EquateWhereNothingFlows(System& system) {
  Chains(system).EquateWhereNothingFlows();
}

void JoinSemiLinearChains(System& system) {
  Chains(system).Join();
}

}  // namespace daedalus::causal
