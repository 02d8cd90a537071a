#include "daedalus/products/fmi/residual_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/compile/prepare_model.h"
#include "daedalus/programs/causal/alias_removal.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/substitute.h"
#include "daedalus/system/print_system.h"
#include "daedalus/system/top_level_name.h"

namespace daedalus::fmi {
namespace {

// Features that the draft standard cannot express.
std::optional<Diagnostic> Refusal(const System& system, DaeForm form) {
  const auto refuse = [](Span span, std::string_view what) {
    return Error(Code::kBadOption, span, "an FMU with --dae cannot contain {}", what);
  };
  for (const Variable& v : system.variables) {
    if (v.is_kept) {
      return refuse(system.declarations[v.declaration].span,
                    fmt::format("`{}`, a parameter that is found at the start", NameOf(system, v)));
    }
  }
  if (!system.initial_equations.empty()) {
    return refuse(SpanOf(system, *system.initial_equations.begin()), "initial equations")
        .Hint("start values with `fixed = true` are part of the FMU");
  }
  const Hybrid& hybrid = system.hybrid;
  if (!hybrid.reinits.empty())
    return refuse(SpanOf(system, hybrid.reinits[0].origin), "`reinit`: the importer has the states");
  if (!hybrid.delays.empty()) return refuse(SpanOf(system, hybrid.delays[0].origin), "`delay`");
  if (!hybrid.records.empty()) return refuse(SpanOf(system, hybrid.records[0].origin), "values of the past");
  const bool has_events = !hybrid.discretes.empty() || !hybrid.relations.empty() || !hybrid.samples.empty();
  if (form != DaeForm::kReduced || !has_events) return std::nullopt;
  const Span span =
      hybrid.relations.empty() ? Span() : SpanOf(system, hybrid.relations[RelationId(0)].origin);
  return Error(Code::kBadOption, span, "an FMU with --dae reduced cannot contain events")
      .Hint("--dae given can");
}

template <class Visit>
void VisitAll(System& system, Visit visit) {
  for (Equation& equation : system.equations) VisitExpressions(equation, visit);
  for (Assertion& assertion : system.assertions) VisitExpressions(assertion, visit);
  VisitExpressions(system.hybrid, [&](ExprId& e) {
    if (e.IsValid()) visit(e);
  });
}

void SubstituteEverywhere(System& system, const std::vector<expr::Replacement>& replacements) {
  expr::Substitution substitution(system.graph, replacements);
  VisitAll(system, [&](ExprId& e) { e = substitution.Apply(e); });
}

bool GivesCourse(const System& system, const Equation& equation, expr::LeafCollector& collector) {
  return std::ranges::any_of(collector.Collect(system.graph, equation.residual).held, [&](HeldId h) {
    const Held& held = system.hybrid.held[h];
    return held.kind == Held::Kind::kInput && system.hybrid.inputs[held.of].at == h;
  });
}

// The inputs u of the model. While aliases are removed and the index is reduced, equations refer to the held
// value of an input and not to its variable. So `x = u` stays an equation.
class OwnInputs {
 public:
  explicit OwnInputs(const System& system) {
    for (const ModelInput& input : system.hybrid.inputs) {
      if (input.HasCourse() && !input.value.IsValid()) names_.insert(system.names.Text(input.name));
    }
  }

  bool Contains(const System& system, VariableId v) const { return names_.contains(NameOf(system, v)); }

  // Reports an error if an equation differentiates an input.
  std::optional<Diagnostic> Hide(System& system) const {
    std::vector<expr::Replacement> replacements;
    std::set<ExprId> derivatives;
    for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
      if (!Contains(system, v)) continue;
      replacements.push_back({system.graph.Variable(v), system.graph.Held(ValueOf(system, v))});
      derivatives.insert(system.graph.Variable(v, 1));
    }
    expr::LeafCollector collector;
    expr::Substitution substitution(system.graph, replacements);
    for (Equation& equation : system.equations) {
      for (const expr::VariableLeaf& leaf : collector.Collect(system.graph, equation.residual).variables) {
        if (!derivatives.contains(leaf.id)) continue;
        return Error(Code::kBadOption, SpanOf(system, equation),
                     "an FMU with --dae gets no derivative of its input `{}`", NameOf(system, leaf.variable));
      }
      if (GivesCourse(system, equation, collector)) continue;
      VisitExpressions(equation, [&](ExprId& e) { e = substitution.Apply(e); });
    }
    for (Assertion& assertion : system.assertions)
      VisitExpressions(assertion, [&](ExprId& e) { e = substitution.Apply(e); });
    VisitExpressions(system.hybrid, [&](ExprId& e) {
      if (e.IsValid()) e = substitution.Apply(e);
    });
    return std::nullopt;
  }

  void Show(System& system) const {
    std::vector<expr::Replacement> replacements;
    expr::LeafCollector collector;
    IdVector<EquationId, Equation> courses;
    IdVector<EquationId, Equation> others;
    for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
      if (Contains(system, v))
        replacements.push_back({system.graph.Held(ValueOf(system, v)), system.graph.Variable(v)});
    }
    for (const Equation& equation : system.equations) {
      if (GivesCourse(system, equation, collector)) {
        courses.Add(equation);
      } else {
        others.Add(equation);
      }
    }
    system.equations = std::move(others);
    SubstituteEverywhere(system, replacements);
    for (const Equation& course : courses) system.equations.Add(course);
  }

 private:
  static HeldId ValueOf(const System& system, VariableId v) {
    const auto input = std::ranges::find(system.hybrid.inputs, NameOf(system, v),
                                         [&](const ModelInput& i) { return system.names.Text(i.name); });
    return input->cubic[0];
  }

  std::set<std::string> names_;
};

struct Treated {
  System system;
  std::vector<causal::Alias> aliases;
};

Result<Treated> WithoutAliases(System system, Diagnostics& diagnostics) {
  auto removed = causal::RemoveAliases(std::move(system), diagnostics, {}, causal::Repetitions::kKeep);
  if (!removed) return Failure{std::move(removed).error()};
  return Treated{std::move(removed->system), std::move(removed->aliases)};
}

// Uses the states that are chosen at the start.
Result<Treated> Reduced(System system, Diagnostics& diagnostics) {
  const double start = system.experiment.start_time.value_or(0);
  auto given = compile::ReadGivenModel(std::move(system), {}, compile::AliasTreatment::kRemove, diagnostics);
  if (!given) return Failure{std::move(given).error()};
  if (!given->reduction) return Treated{*given->own, given->aliases};
  const auto selection = given->reduction->Select(compile::GuessStart(*given, start, given->held).point);
  if (!selection) return Failure{selection.error()};
  auto prepared = compile::PrepareStates(*given, *selection);
  if (!prepared) return Failure{std::move(prepared).error()};
  if (given->reduction->HasNonlinearConstraints()) {
    diagnostics
        .Report(Warning(Code::kBadOption, {},
                        "the FMU keeps the states that were chosen at the start; elsewhere they may not "
                        "determine the other variables"))
        .Hint("--dae given leaves the choice of states to the importer");
  }
  return Treated{*prepared->whole, given->aliases};
}

class Writer {
 public:
  Writer(Treated treated, const OwnInputs& inputs)
      : out_{std::move(treated.system), {}, {}}, aliases_(std::move(treated.aliases)), inputs_(inputs) {}

  Result<ResidualModel> Write() {
    System& system = out_.system;
    system.invariants.clear();  // the equations imply them
    system.led = nullptr;
    inputs_.Show(system);
    for (const Variable& v : system.variables) names_.insert(NameOf(system, v));
    if (auto failed = AddUnknowns()) return Fail(*std::move(failed));
    AddResiduals();
    AddAliases();
    return std::move(out_);
  }

 private:
  DeclarationId Declare(DeclarationId like, Causality causality) {
    Declaration declaration = out_.system.declarations[like];
    declaration.causality = causality;
    return out_.system.declarations.Add(std::move(declaration));
  }

  std::string FreeName(std::string name) {
    while (!names_.insert(name).second) name += '_';
    return name;
  }

  // Turns each unknown into an input, and each derivative into another input.
  std::optional<Diagnostic> AddUnknowns() {
    System& system = out_.system;
    std::set<expr::VariableLeaf> derivatives;
    expr::LeafCollector collector;
    VisitAll(system, [&](ExprId& e) {
      for (const expr::VariableLeaf& leaf : collector.Collect(system.graph, e).variables) {
        if (leaf.order > 0) derivatives.insert(leaf);
      }
    });
    std::map<VariableId, std::string> name_of_derivative;
    std::vector<expr::Replacement> replacements;
    const std::size_t num_unknowns = system.variables.size();
    for (const expr::VariableLeaf& leaf : derivatives) {
      if (leaf.order > 1) {
        return Error(Code::kBadOption, {}, "an FMU with --dae has first derivatives only, but not `{}`",
                     ExpressionText(system, leaf.id));
      }
      Variable derivative;
      const std::string name = FreeName("der(" + NameOf(system, leaf.variable) + ")");
      derivative.name = system.names.Add(name);
      Declaration declaration;
      declaration.causality = Causality::kInput;
      derivative.declaration = system.declarations.Add(std::move(declaration));
      DeclareAsInput(derivative.name);
      name_of_derivative[leaf.variable] = name;
      replacements.push_back({leaf.id, system.graph.Variable(system.variables.Add(derivative))});
    }
    SubstituteEverywhere(system, replacements);
    for (const VariableId v : IdRange<VariableId>(num_unknowns)) {
      if (inputs_.Contains(system, v)) continue;
      Variable& variable = system.variables[v];
      const bool is_output = system.declarations[variable.declaration].causality == Causality::kOutput &&
                             IsTopLevelName(NameOf(system, v));
      out_.unknowns.push_back({NameOf(system, v), name_of_derivative[v], variable.fixed, is_output});
      variable.declaration = Declare(variable.declaration, Causality::kInput);
      DeclareAsInput(variable.name);
      variable.fixed = false;
    }
    return std::nullopt;
  }

  // The importer sets it. The text of the model then declares it as an input (print_system.cc).
  void DeclareAsInput(ScalarName name) {
    ModelInput input;
    input.name = name;
    out_.system.hybrid.inputs.push_back(std::move(input));
  }

  void AddEquation(ExprId left, ExprId right, OriginId origin) {
    Equation equation;
    equation.left = left;
    equation.right = right;
    equation.residual = expr::Difference(out_.system.graph, left, right);
    equation.origin = origin;
    out_.system.equations.Add(equation);
  }

  VariableId AddOutput(const std::string& name, std::string description) {
    Variable variable;
    variable.name = out_.system.names.Add(name);
    Declaration declaration;
    declaration.description = std::move(description);
    declaration.causality = Causality::kOutput;
    variable.declaration = out_.system.declarations.Add(std::move(declaration));
    return out_.system.variables.Add(variable);
  }

  void AddResiduals() {
    System& system = out_.system;
    const IdVector<EquationId, Equation> equations = std::exchange(system.equations, {});
    expr::LeafCollector collector;
    for (const Equation& equation : equations) {
      if (GivesCourse(system, equation, collector)) {
        system.equations.Add(equation);
        continue;
      }
      DaeResidual residual;
      residual.name = FreeName(fmt::format("_residual[{}]", out_.residuals.size() + 1));
      residual.text = EquationText(system, equation);
      const VariableId v = AddOutput(residual.name, residual.text);
      AddEquation(system.graph.Variable(v), equation.residual, equation.origin);
      out_.residuals.push_back(std::move(residual));
    }
  }

  // Variables that were removed are computed from those that remain.
  void AddAliases() {
    System& system = out_.system;
    for (const causal::Alias& alias : aliases_) {
      if (system.names.Text(alias.removed.name).starts_with('$')) continue;
      Variable removed = alias.removed;
      removed.fixed = false;
      removed.start = {};
      const Causality causality = system.declarations[removed.declaration].causality;
      if (causality == Causality::kInput)
        removed.declaration = Declare(removed.declaration, Causality::kLocal);
      const ExprId left = system.graph.Variable(system.variables.Add(removed));
      ExprId right = alias.value;
      if (alias.kept.IsValid()) right = system.graph.Variable(alias.kept);
      if (alias.kept.IsValid() && alias.sign < 0) right = expr::Negate(system.graph, right);
      AddEquation(left, right, alias.origin);
    }
  }

  ResidualModel out_;
  const std::vector<causal::Alias> aliases_;
  const OwnInputs& inputs_;
  std::unordered_set<std::string> names_;
};

}  // namespace

Result<ResidualModel> MakeResidualModel(System system, DaeForm form, Diagnostics& diagnostics) {
  if (auto refused = Refusal(system, form)) return Fail(*std::move(refused));
  const OwnInputs inputs(system);
  if (auto refused = inputs.Hide(system)) return Fail(*std::move(refused));
  auto treated = form == DaeForm::kGiven ? WithoutAliases(std::move(system), diagnostics)
                                         : Reduced(std::move(system), diagnostics);
  if (!treated) return Failure{std::move(treated).error()};
  return Writer(*std::move(treated), inputs).Write();
}

}  // namespace daedalus::fmi
