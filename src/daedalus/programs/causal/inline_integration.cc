#include "daedalus/programs/causal/inline_integration.h"

#include <algorithm>
#include <array>
#include <string>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::causal {
namespace {

class Inliner {
 public:
  Inliner(const System& system, const SystemIncidence& incidence, const StageMethod& method,
          std::span<const VariableId> explicit_states)
      : method_(method), given_(system), explicit_states_(explicit_states) {
    out_.system = system;
    out_.system.equations = {};
    out_.system.initial_equations = {};
    out_.system.assertions.clear();
    out_.system.experiment = {};
    for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
      if (incidence.is_differential[v.index()]) out_.states.push_back(v);
    }
    for (const HeldId h : IdRange<HeldId>(system.hybrid.held.size())) {
      const Held::Kind kind = system.hybrid.held[h].kind;
      if (kind == Held::Kind::kDelayed || kind == Held::Kind::kRecalled || kind == Held::Kind::kInput)
        out_.past_leaves.push_back(h);
    }
    out_.nodes = method.c;
  }

  InlinedSystem Run() && {
    AddParameters();
    for (std::size_t stage = 0; stage < method_.num_stages(); ++stage) AddStageVariables(stage);
    for (std::size_t stage = 0; stage < method_.num_stages(); ++stage) AddModelEquations(stage);
    for (std::size_t stage = 0; stage < method_.num_stages(); ++stage) AddIntegrationEquations(stage);
    return std::move(out_);
  }

 private:
  expr::Graph& graph() { return out_.system.graph; }
  bool IsLast(std::size_t stage) const { return stage + 1 == method_.num_stages(); }

  ParameterId AddParameter(const std::string& name, DeclarationId declaration) {
    Parameter parameter;
    parameter.name = out_.system.names.Add(name);
    parameter.declaration = declaration;
    parameter.value = graph().Constant(0.0);
    return out_.system.parameters.Add(std::move(parameter));
  }
  void AddParameters() {
    out_.step_size = AddParameter("step size", out_.system.declarations.Add({}));
    for (const VariableId state : out_.states) {
      const Variable& x = given_.variables[state];
      out_.old.push_back(AddParameter("old(" + NameOf(given_, x) + ")", x.declaration));
    }
    if (method_.start.empty()) return;
    for (const VariableId state : out_.states) {
      const Variable& x = given_.variables[state];
      out_.old_slopes.push_back(AddParameter("old(slope(" + NameOf(given_, x) + "))", x.declaration));
    }
  }

  VariableId AddVariable(const std::string& name, DeclarationId declaration) {
    Variable variable;
    variable.name = out_.system.names.Add(name);
    variable.declaration = declaration;
    return out_.system.variables.Add(std::move(variable));
  }
  // X and X' of a stage; the last one keeps the given X.
  void AddStageVariables(std::size_t stage) {
    const std::string suffix = IsLast(stage) ? "" : " at stage " + std::to_string(stage + 1);
    std::vector<VariableId> values, slopes;
    for (const VariableId v : IdRange<VariableId>(given_.variables.size())) {
      const Variable& x = given_.variables[v];
      values.push_back(IsLast(stage) ? v : AddVariable(NameOf(given_, x) + suffix, x.declaration));
    }
    for (const VariableId state : out_.states) {
      const Variable& x = given_.variables[state];
      slopes.push_back(AddVariable("slope(" + NameOf(given_, x) + ")" + suffix, x.declaration));
    }
    std::vector<ParameterId> past;
    for (std::size_t i = 0; i < out_.past_leaves.size(); ++i)
      past.push_back(AddParameter("past value" + suffix, out_.system.declarations.Add({})));
    out_.stages.push_back({std::move(values), std::move(slopes), {}, std::move(past)});
  }

  // (1)
  void AddModelEquations(std::size_t stage) {
    std::vector<expr::Replacement> replacements;
    for (const VariableId v : IdRange<VariableId>(given_.variables.size())) {
      replacements.push_back(
          {graph().Variable(v), graph().Variable(out_.stages[stage].variables[v.index()])});
    }
    for (std::size_t i = 0; i < out_.states.size(); ++i) {
      replacements.push_back(
          {graph().Variable(out_.states[i], 1), graph().Variable(out_.stages[stage].slopes[i])});
    }
    for (std::size_t i = 0; i < out_.past_leaves.size(); ++i) {
      replacements.push_back(
          {graph().Held(out_.past_leaves[i]), graph().Parameter(out_.stages[stage].past[i])});
    }
    const ExprId shift =
        expr::Product(graph(), graph().Constant(method_.c[stage] - 1), graph().Parameter(out_.step_size));
    replacements.push_back({graph().Time(), expr::Sum(graph(), graph().Time(), shift)});
    expr::Substitution substitution(graph(), replacements);
    for (const Equation& given : given_.equations) {
      Equation equation = given;
      equation.left = substitution.Apply(given.left);
      equation.right = substitution.Apply(given.right);
      equation.residual = substitution.Apply(given.residual);
      out_.system.equations.Add(std::move(equation));
    }
    if (!IsLast(stage)) return;
    for (Invariant& invariant : out_.system.invariants)
      VisitExpressions(invariant.equation, [&](ExprId& e) { e = substitution.Apply(e); });
  }

  // (2)
  void AddIntegrationEquations(std::size_t stage) {
    const ExprId h = graph().Parameter(out_.step_size);
    for (std::size_t i = 0; i < out_.states.size(); ++i) {
      std::vector<ExprId> terms{graph().Parameter(out_.old[i])};
      const auto add_slope = [&](double weight, ExprId slope) {
        const std::array<ExprId, 3> factors = {graph().Constant(weight), h, slope};
        terms.push_back(expr::Product(graph(), factors));
      };
      const bool is_explicit = std::ranges::binary_search(explicit_states_, out_.states[i]);
      const auto& a = is_explicit ? method_.explicit_a : method_.a;
      const auto& start = is_explicit ? method_.explicit_start : method_.start;
      if (!start.empty()) add_slope(start[stage], graph().Parameter(out_.old_slopes[i]));
      for (std::size_t j = 0; j < method_.num_stages(); ++j)
        add_slope(a[stage][j], graph().Variable(out_.stages[j].slopes[i]));
      Equation equation;
      equation.left = graph().Variable(out_.stages[stage].variables[out_.states[i].index()]);
      equation.right = expr::Sum(graph(), terms);
      equation.residual = expr::Difference(graph(), equation.left, equation.right);
      equation.origin = out_.system.origins.Add(
          {{}, out_.system.names.Add("integration of " + NameOf(given_, out_.states[i]))});
      out_.stages[stage].integrations.push_back(out_.system.equations.Add(std::move(equation)));
    }
  }

  const StageMethod& method_;
  const System& given_;
  std::span<const VariableId> explicit_states_;
  InlinedSystem out_;
};

}  // namespace

StageMethod OneStage() {
  return {{1.0}, {{1.0}}};
}

InlinedSystem InlineStep(const System& system, const SystemIncidence& incidence, const StageMethod& method,
                         std::span<const VariableId> explicit_states) {
  return Inliner(system, incidence, method, explicit_states).Run();
}

}  // namespace daedalus::causal
