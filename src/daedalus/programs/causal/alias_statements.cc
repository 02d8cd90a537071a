#include "daedalus/programs/causal/alias_statements.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::causal {
namespace {

using expr::Op;

// Per expression of the graph: made of numbers and of parameters that are no unknowns of the initial problem.
std::vector<char> FindKnown(const System& system) {
  const expr::Graph& g = system.graph;
  std::vector<char> known(g.size(), 0);
  for (const ExprId id : IdRange<ExprId>(g.size())) {
    const std::span<const ExprId> operands = g.operands(id);
    known[id.index()] =
        expr::IsLeaf(g.op(id))
            ? g.IsConstant(id) || (g.op(id) == Op::kParameter && system.parameters[g.parameter(id)].fixed)
            : std::all_of(operands.begin(), operands.end(), [&](ExprId o) { return known[o.index()] != 0; });
  }
  return known;
}

struct LinearTerm {
  VariableId variable;
  double coefficient = 0;
};

// c1*a + c2*b + k, as far as there are an a, a b and a k.
struct ShortSum {
  std::vector<LinearTerm> terms;  // of different variables
  bool has_known = false;
};

class ResidualReader {
 public:
  explicit ResidualReader(const System& system) : graph_(system.graph), known_(FindKnown(system)) {}

  // nullopt if the residual is not such a sum.
  std::optional<ShortSum> Read(ExprId residual) {
    ShortSum sum;
    stack_.assign(1, {residual, 1.0});
    // Shared parts are read once for each occurrence; the limit bounds that.
    for (std::size_t steps = 0; !stack_.empty(); ++steps) {
      const Scaled part = stack_.back();
      stack_.pop_back();
      if (steps == kMaxSteps || !ReadPart(part, sum)) return std::nullopt;
    }
    const auto vanishes = [](const LinearTerm& t) {
      return t.coefficient == 0 || !std::isfinite(t.coefficient);
    };
    if (std::any_of(sum.terms.begin(), sum.terms.end(), vanishes)) return std::nullopt;
    return sum;
  }

 private:
  static constexpr std::size_t kMaxSteps = 32;
  struct Scaled {
    ExprId part;
    double factor;
  };

  bool ReadPart(const Scaled& scaled, ShortSum& sum) {
    const ExprId e = scaled.part;
    const std::span<const ExprId> operands = graph_.operands(e);
    if (known_[e.index()]) return sum.has_known = true;
    switch (graph_.op(e)) {
      case Op::kVariable:
        return graph_.derivative_order(e) == 0 && AddTerm({graph_.variable(e), scaled.factor}, sum);
      case Op::kAdd:
        return PushTerms(operands, scaled.factor, sum);
      case Op::kMul:
        if (operands.size() != 2 || !graph_.IsConstant(operands[0])) return false;
        stack_.push_back({operands[1], scaled.factor * graph_.constant_value(operands[0])});
        return true;
      case Op::kDiv:
        if (!graph_.IsConstant(operands[1])) return false;
        stack_.push_back({operands[0], scaled.factor / graph_.constant_value(operands[1])});
        return true;
      default:
        return false;
    }
  }

  // Stops at the third unknown term, so that long sums cost nothing.
  bool PushTerms(std::span<const ExprId> terms, double factor, ShortSum& sum) {
    std::size_t num_unknown = 0;
    for (const ExprId term : terms) {
      if (known_[term.index()]) {
        sum.has_known = true;
      } else if (++num_unknown > 2) {
        return false;
      } else {
        stack_.push_back({term, factor});
      }
    }
    return true;
  }

  static bool AddTerm(const LinearTerm& term, ShortSum& sum) {
    for (LinearTerm& t : sum.terms) {
      if (t.variable != term.variable) continue;
      t.coefficient += term.coefficient;
      return true;
    }
    sum.terms.push_back(term);
    return sum.terms.size() <= 2;
  }

  const expr::Graph& graph_;
  std::vector<char> known_;
  std::vector<Scaled> stack_;
};

// A Boolean or an Integer is not an alias of a Real, nor the other way round.
bool HaveOneType(const System& system, VariableId a, VariableId b) {
  const auto type = [&](VariableId v) { return system.declarations[system.variables[v].declaration].type; };
  return type(a) == type(b);
}

// The statement of c1*a + c2*b + k = 0 about a and b; for a constant, without its value yet.
std::optional<AliasStatement> Interpret(const System& system, const ShortSum& sum, EquationId equation) {
  using Kind = AliasStatement::Kind;
  AliasStatement out;
  out.equation = equation;
  if (sum.terms.size() == 1) {
    out.kind = Kind::kConstant;
    out.a = sum.terms[0].variable;
    return out;
  }
  if (sum.terms.empty() || sum.has_known) return std::nullopt;
  const LinearTerm &first = sum.terms[0], &second = sum.terms[1];
  if (std::abs(first.coefficient) != std::abs(second.coefficient)) return std::nullopt;
  if (!HaveOneType(system, first.variable, second.variable)) return std::nullopt;
  out.kind = Kind::kEqual;
  out.a = first.variable;
  out.b = second.variable;
  out.sign = first.coefficient * second.coefficient < 0 ? 1 : -1;
  return out;
}

// c*a + k = 0: a = -k/c. Each of these residuals has one variable, so that one substitution serves them all.
void FillValues(System& system, AliasStatements& statements,
                const IdVector<AliasStatementId, double>& factors) {
  expr::Graph& g = system.graph;
  std::vector<expr::Replacement> zeros;
  for (const AliasStatement& s : statements) {
    if (s.kind == AliasStatement::Kind::kConstant) zeros.push_back({g.Variable(s.a), g.Constant(0.0)});
  }
  expr::Substitution known_part(g, zeros);
  for (const AliasStatementId id : IdRange<AliasStatementId>(statements.size())) {
    AliasStatement& s = statements[id];
    if (s.kind != AliasStatement::Kind::kConstant) continue;
    const ExprId k = known_part.Apply(system.equations[s.equation].residual);
    s.value = expr::Quotient(g, k, g.Constant(-factors[id]));
  }
}

}  // namespace

AliasStatements FindAliasStatements(System& system) {
  AliasStatements statements;
  IdVector<AliasStatementId, double> factors;
  ResidualReader reader(system);
  for (const EquationId id : IdRange<EquationId>(system.equations.size())) {
    const ExprId residual = system.equations[id].residual;
    if (system.graph.IsConstant(residual, 0.0)) {
      AliasStatement nothing;
      nothing.equation = id;
      statements.Add(nothing);
      factors.Add(1.0);
      continue;
    }
    const auto sum = reader.Read(residual);
    if (!sum) continue;
    if (const auto statement = Interpret(system, *sum, id)) {
      statements.Add(*statement);
      factors.Add(sum->terms[0].coefficient);
    }
  }
  FillValues(system, statements, factors);
  return statements;
}

}  // namespace daedalus::causal
