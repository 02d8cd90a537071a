#include "daedalus/model/compile/ggl_stabilisation.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::compile {
namespace {

class Stabilisation {
 public:
  explicit Stabilisation(System& system) : system_(system), differentiator_(system.graph) {}

  Result<Unit> Run(std::span<const causal::Differentiated> differentiated) {
    FindDefinitions();
    for (const causal::Differentiated& constraint : differentiated) {
      if (constraint.times < 2) continue;
      if (auto added = Add(constraint); !added) return added;
    }
    MoveRates();
    return Unit{};
  }

 private:
  // An equation that determines a derivative: coefficient der(x) + rest = 0.
  struct Definition {
    EquationId equation;
    ExprId coefficient;
    bool is_only = true;  // no other equation has this derivative
  };

  void FindDefinitions() {
    for (const EquationId e : IdRange<EquationId>(system_.equations.size())) {
      const expr::Leaves leaves = collector_.Collect(system_.graph, system_.equations[e].residual);
      std::vector<expr::VariableLeaf> derivatives;
      for (const expr::VariableLeaf& leaf : leaves.variables) {
        if (leaf.order > 0) derivatives.push_back(leaf);
      }
      for (const expr::VariableLeaf& leaf : derivatives) {
        const auto [at, is_new] = definitions_.try_emplace(leaf.variable, Definition{e, {}, true});
        at->second.is_only = is_new && derivatives.size() == 1 && leaf.order == 1;
        if (at->second.is_only)
          at->second.coefficient = differentiator_.Partial(system_.equations[e].residual, leaf.id);
      }
    }
  }

  Diagnostic Refusal(EquationId constraint, const std::string& why) const {
    return Error(Code::kBadOption, SpanOf(system_, system_.equations[constraint]),
                 "`--constraints ggl` cannot stabilise this constraint: {}", why)
        .Hint("use project or dummy, which handle all constraints");
  }

  Result<Unit> Add(const causal::Differentiated& constraint) {
    const Equation given = system_.equations[constraint.equation];
    if (constraint.times > 2)
      return Fail(Refusal(constraint.equation,
                          fmt::format("it is differentiated {} times, not twice", constraint.times)));
    const ExprId multiplier = AddMultiplier(given);
    expr::Graph& g = system_.graph;
    std::vector<expr::Replacement> rates;
    for (const expr::PartialDerivative& entry : differentiator_.Gradient(given.residual)) {
      const VariableId x = entry.leaf.variable;
      if (entry.leaf.order > 0)
        return Fail(Refusal(constraint.equation, fmt::format("it contains der({})", NameOf(system_, x))));
      const auto found = definitions_.find(x);
      if (found == definitions_.end() || !found->second.is_only || !IsConstant(found->second.coefficient)) {
        return Fail(Refusal(constraint.equation,
                            fmt::format("no equation determines der({}) alone", NameOf(system_, x))));
      }
      rates.push_back({g.Variable(x, 1), RateOf(x, found->second)});
      terms_[x].push_back(expr::Product(g, entry.value, multiplier));
    }
    const ExprId derivative = differentiator_.TimeDerivative(given.residual);
    Equation equation = given;
    equation.residual = equation.left = expr::Substitution(g, rates).Apply(derivative);
    equation.right = g.Constant(0);
    equation.history = system_.histories.Append(
        equation.history, {Operation::Kind::kDifferentiated, constraint.equation.value});
    added_.push_back(std::move(equation));
    return Unit{};
  }

  // True if it contains only numbers and parameters.
  bool IsConstant(ExprId e) { return !collector_.Collect(system_.graph, e).Vary(); }

  // der(x) from its equation, in terms of everything else.
  ExprId RateOf(VariableId x, const Definition& definition) {
    expr::Graph& g = system_.graph;
    const expr::Replacement zero[] = {{g.Variable(x, 1), g.Constant(0)}};
    const ExprId rest = expr::Substitution(g, zero).Apply(system_.equations[definition.equation].residual);
    return expr::Quotient(g, expr::Negate(g, rest), definition.coefficient);
  }

  ExprId AddMultiplier(const Equation& constraint) {
    Declaration declaration;
    declaration.span = SpanOf(system_, constraint);
    declaration.description = "multiplier that keeps velocities on a constraint; 0 except for errors";
    Variable variable;
    variable.name = system_.names.Add(fmt::format("ggl_multiplier[{}]", added_.size() + 1));
    variable.declaration = system_.declarations.Add(std::move(declaration));
    return system_.graph.Variable(system_.variables.Add(std::move(variable)));
  }

  // (1): replaces der(x) by der(x) - G^T mu in each equation that determines a derivative.
  void MoveRates() {
    expr::Graph& g = system_.graph;
    for (const auto& [x, terms] : terms_) {
      const ExprId rate = g.Variable(x, 1);
      const expr::Replacement moved[] = {{rate, expr::Difference(g, rate, expr::Sum(g, terms))}};
      expr::Substitution substitution(g, moved);
      Equation& equation = system_.equations[definitions_.at(x).equation];
      for (ExprId* e : {&equation.left, &equation.right, &equation.residual}) *e = substitution.Apply(*e);
    }
    for (Equation& equation : added_) system_.equations.Add(std::move(equation));
  }

  System& system_;
  expr::Differentiator differentiator_;
  expr::LeafCollector collector_;
  std::map<VariableId, Definition> definitions_;
  std::map<VariableId, std::vector<ExprId>> terms_;  // of G^T mu
  std::vector<Equation> added_;
};

}  // namespace

Result<Unit> StabiliseByGgl(System& system, std::span<const causal::Differentiated> differentiated) {
  return Stabilisation(system).Run(differentiated);
}

}  // namespace daedalus::compile
