#include "daedalus/run/rank_deficient_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "daedalus/model/compile/name_derivatives.h"
#include "daedalus/model/hybrid/event_iteration.h"
#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/model/simulate/find_start.h"
#include "daedalus/programs/array/array_block.h"
#include "daedalus/programs/causal/offsets.h"
#include "daedalus/programs/causal/rank_probe.h"
#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/substitute.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/part_of_system.h"
#include "daedalus/system/print_system.h"

namespace daedalus::run {
namespace {

constexpr std::size_t kLargestPart = 200;  // its array is dense

// Parameters and start values of a System, as numbers.
struct Numbers {
  std::vector<double> parameters;
  initialize::AttributeValues attributes;
};

std::optional<Numbers> NumbersOf(const System& system) {
  auto parameters = EvaluateParameters(system);
  if (!parameters) return std::nullopt;
  auto attributes = initialize::EvaluateAttributes(system, parameters->values);
  if (!attributes) return std::nullopt;
  return Numbers{std::move(parameters->values), *std::move(attributes)};
}

// Replaces what is held between events by leaves, with the values that it has at the start values.
std::optional<std::vector<double>> HoldRelations(System& system, const Numbers& numbers, double time) {
  if (system.hybrid.empty()) return std::vector<double>();
  const auto events = hybrid::CompileEvents(system);
  if (!events) return std::nullopt;
  hybrid::EventIteration iteration(*events, numbers.parameters, 0);
  iteration.Guess(time, numbers.attributes.start, std::vector<double>(system.variables.size(), 0.0));
  return std::vector<double>(iteration.held().begin(), iteration.held().end());
}

// A model between events: held values are leaves, with these values.
struct HeldSystem {
  System system;
  Numbers numbers;
  std::vector<double> held;
};

std::optional<HeldSystem> Hold(const System& system, double time) {
  HeldSystem out{system, {}, {}};
  auto numbers = NumbersOf(system);
  if (!numbers) return std::nullopt;
  auto held = HoldRelations(out.system, *numbers, time);
  if (!held) return std::nullopt;
  out.numbers = *std::move(numbers);
  out.held = *std::move(held);
  return out;
}

// The same with numbers instead of held values: a model without events.
System Frozen(const HeldSystem& model) {
  System out = model.system;
  std::vector<expr::Replacement> values;
  for (std::size_t i = 0; i < model.held.size(); ++i)
    values.push_back({out.graph.Held(HeldId(i)), out.graph.Constant(model.held[i])});
  expr::Substitution substitution(out.graph, values);
  const auto apply = [&](ExprId& e) { e = substitution.Apply(e); };
  for (Equation& equation : out.equations) VisitExpressions(equation, apply);
  for (Equation& equation : out.initial_equations) VisitExpressions(equation, apply);
  out.hybrid = {};
  return out;
}

// Step (1).
std::set<EquationId> FindSuspects(HeldSystem& model, double time) {
  std::set<EquationId> out;
  const auto offsets = causal::OffsetsOf(causal::IncidenceOf(model.system));
  if (!offsets) return out;
  const auto& [parameters, attributes] = model.numbers;
  const causal::PivotPoint guess{time, attributes.start, parameters, {}, attributes.nominal, model.held};
  for (const causal::DependentBlock& found : causal::RankProbe(model.system, guess).Run(*offsets)) {
    for (const causal::DependentRow& dependent : found.dependences.dependent)
      out.insert(found.block.equations[dependent.row]);
  }
  return out;
}

// The parts of a model in their order.
class Parts {
 public:
  explicit Parts(const System& system) {
    const structure::Incidence incidence = causal::AnyDerivative(causal::IncidenceOf(system));
    matching_ = structure::MaximumMatching(incidence);
    if (matching_.IsPerfect()) blocks_ = structure::BlockTriangularForm(incidence, matching_);
  }

  std::size_t size() const { return blocks_.size(); }
  PartOfSystem operator[](std::size_t block) const { return Together(block, block + 1); }
  PartOfSystem Before(std::size_t block) const { return Together(0, block); }

 private:
  PartOfSystem Together(std::size_t begin, std::size_t end) const {
    PartOfSystem out;
    for (std::size_t b = begin; b < end; ++b) {
      for (const structure::RowId row : blocks_[b]) {
        out.equations.push_back(causal::EquationOf(row));
        out.variables.push_back(causal::VariableOf(matching_.column_of_row[row]));
      }
    }
    return out;
  }

  structure::Matching matching_;
  structure::Blocks blocks_;
};

// Step (1) if FindSuspects finds nothing: parts of several equations in which factors of derivatives depend
// on other parts. The rank tests use free numbers for these factors (functions with loops, branches).
std::set<EquationId> FindUnknown(HeldSystem& model) {
  constexpr std::size_t kMostTried = 8;
  std::set<EquationId> out;
  const Parts parts(Frozen(model));
  System& system = model.system;
  expr::Differentiator differentiator(system.graph);
  expr::LeafCollector leaves;
  std::size_t num_tried = 0;
  for (std::size_t b = 0; b < parts.size() && num_tried < kMostTried; ++b) {
    const PartOfSystem part = parts[b];
    if (part.equations.size() < 2) continue;
    const auto is_outside = [&](const expr::VariableLeaf& leaf) {
      return std::ranges::count(part.variables, leaf.variable) == 0;
    };
    const auto depends_on_others = [&](const expr::PartialDerivative& entry) {
      return entry.leaf.order > 0 &&
             std::ranges::any_of(leaves.Collect(system.graph, entry.value).variables, is_outside);
    };
    const auto is_unknown = [&](EquationId e) {
      return std::ranges::any_of(differentiator.Gradient(system.equations[e].residual), depends_on_others);
    };
    if (std::ranges::none_of(part.equations, is_unknown)) continue;
    out.insert(part.equations.begin(), part.equations.end());
    ++num_tried;
  }
  return out;
}

// The number of free values by structure.
std::optional<std::size_t> PromisedBy(const System& system) {
  const auto offsets = causal::OffsetsOf(causal::IncidenceOf(system));
  return offsets ? std::optional<std::size_t>(offsets->degrees_of_freedom) : std::nullopt;
}

// The equations before a part on which some variables depend.
PartOfSystem NeededOf(const System& system, const PartOfSystem& before,
                      const std::vector<VariableId>& wanted) {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> place(system.variables.size(), kNone);
  for (std::size_t i = 0; i < before.variables.size(); ++i) place[before.variables[i].index()] = i;
  PartOfSystem out;
  expr::LeafCollector leaves;
  std::vector<VariableId> open = wanted;
  while (!open.empty()) {
    const std::size_t i = std::exchange(place[open.back().index()], kNone);
    open.pop_back();
    if (i == kNone) continue;  // it is already there
    out.equations.push_back(before.equations[i]);
    out.variables.push_back(before.variables[i]);
    for (const expr::VariableLeaf& leaf :
         leaves.Collect(system.graph, system.equations[before.equations[i]].residual).variables)
      open.push_back(leaf.variable);
  }
  return out;
}

// Adds u_1 = der(u), u_2 = der(u_1), ... to a System.
void AddDerivatives(System& system, VariableId u, int order) {
  VariableId below = u;
  for (int j = 1; j <= order; ++j) {
    Variable variable;
    variable.name = system.names.Add(fmt::format("$known{}({})", j, NameOf(system, u)));
    variable.declaration = system.declarations.Add({});
    const VariableId id = system.variables.Add(std::move(variable));
    Equation equation;
    equation.left = system.graph.Variable(id);
    equation.right = system.graph.Variable(below, 1);
    equation.residual = expr::Difference(system.graph, equation.left, equation.right);
    system.equations.Add(std::move(equation));
    below = id;
  }
}

// Step (2), with derivatives up to the order; nullopt if they are not found.
std::optional<std::vector<KnownVariable>> FindKnown(const System& system, const PartOfSystem& before,
                                                    const std::vector<VariableId>& wanted, int order,
                                                    const simulate::RunSettings& settings) {
  std::vector<KnownVariable> out;
  if (wanted.empty()) return out;
  const PartOfSystem needed = NeededOf(system, before, wanted);
  System upstream = CutOut(system, needed, {}, settings.grid.start);
  const std::size_t num_own = upstream.variables.size();
  const auto place_of = [&](VariableId v) {
    return static_cast<std::size_t>(std::ranges::find(needed.variables, v) - needed.variables.begin());
  };
  for (const VariableId v : wanted) AddDerivatives(upstream, VariableId(place_of(v)), order);
  Diagnostics silent;
  auto given = compile::ReadGivenModel(std::move(upstream), compile::IndexTreatment::kDummyDerivatives,
                                       compile::AliasTreatment::kKeep, silent);
  simulate::FoundStart start;
  if (!given || !simulate::FindPoint(*std::move(given), settings, start)) return std::nullopt;
  const std::span<const double> values = start.states->values();  // the variables come first, in their order
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    KnownVariable known{wanted[i], {values[place_of(wanted[i])]}};
    for (int j = 0; j < order; ++j)
      known.derivatives.push_back(
          values[num_own + i * static_cast<std::size_t>(order) + static_cast<std::size_t>(j)]);
    out.push_back(std::move(known));
  }
  return out;
}

struct FoundArray {
  array::ArrayAnalysis analysis;
  std::optional<array::ArrayChoice> choice;
};

// Step (3), with all given start values if a point satisfies them; otherwise with the fixed ones.
FoundArray LookAt(const System& part, double time) {
  FoundArray out;
  const auto numbers = NumbersOf(part);
  if (!numbers) return out;
  for (const bool with_given : {true, false}) {
    std::vector<char> may_move;
    for (const Variable& v : part.variables)
      may_move.push_back(!v.fixed && !(with_given && v.start.IsValid()));
    array::AnalysisProblem problem;
    problem.time = time;
    problem.parameters = numbers->parameters;
    problem.start = numbers->attributes.start;
    problem.units = numbers->attributes.nominal;
    problem.may_move = may_move;
    problem.with_initial_equations = true;
    problem.ends_inconsistent = with_given;
    out.analysis = array::AnalyzeArray(part, problem);
    out.choice = array::ChooseUnknowns(part, problem, out.analysis);
    if (out.choice) break;
  }
  return out;
}

Diagnostic ReportRepaired(const System& system, const PartOfSystem& part,
                          const array::ArrayAnalysis& analysis) {
  constexpr std::size_t kMostNamed = 6;
  Diagnostic d =
      Warning(Code::kRankDeficient, SpanOf(system, system.equations[part.equations[0]]),
              "the derivative array of {} equations has taken over: differential index {}, {} free values",
              part.equations.size(), *analysis.index, analysis.num_free)
          .Here("one of them");
  for (std::size_t i = 0; i < part.equations.size() && i < kMostNamed; ++i)
    d.Note(fmt::format("equation: {}", EquationText(system, part.equations[i])));
  std::string names;
  for (std::size_t i = 0; i < part.variables.size() && i < kMostNamed; ++i)
    names += fmt::format("{}{}", i ? ", " : "", NameOf(system, part.variables[i]));
  if (part.variables.size() > kMostNamed)
    names += fmt::format(" and {} more", part.variables.size() - kMostNamed);
  return d.Note(fmt::format("variables: {}", names));
}

class Mending {
 public:
  Mending(System system, const simulate::RunSettings& settings) : settings_(settings) {
    out_.system = std::move(system);
    compile::NameDerivatives(out_.system);
    num_given_ = out_.system.equations.size();
  }

  std::optional<RepairedModel> Run() {
    auto held = Hold(out_.system, settings_.grid.start);
    if (!held) return std::nullopt;
    MendSome(FindSuspects(*held, settings_.grid.start));
    if (out_.warnings.empty()) {
      are_suspects_ = false;
      MendSome(FindUnknown(*held));
    }
    if (out_.warnings.empty()) return std::nullopt;
    return std::move(out_);
  }

 private:
  void MendSome(std::set<EquationId> suspects) {
    std::optional<HeldSystem> held;
    while (!suspects.empty() && (held = Hold(out_.system, settings_.grid.start))) {
      const System frozen = Frozen(*held);
      const Parts parts(frozen);
      const auto is_suspect = [&](EquationId e) { return suspects.contains(e); };
      std::size_t b = 0;
      while (b < parts.size() && std::ranges::none_of(parts[b].equations, is_suspect)) ++b;
      if (b == parts.size()) break;
      PartOfSystem part = parts[b];
      std::ranges::sort(part.equations);
      std::ranges::sort(part.variables);
      if (MayBeRepaired(part, held->system)) Mend(frozen, part, parts.Before(b));
      for (const EquationId e : part.equations) suspects.erase(e);
    }
  }

  bool MayBeRepaired(const PartOfSystem& part, System& held_system) const {
    const bool may_be_run_by_its_array = part.equations.size() == num_given_ && out_.system.hybrid.empty();
    if (may_be_run_by_its_array || part.equations.size() > kLargestPart) return false;
    expr::Differentiator differentiator(held_system.graph);
    expr::LeafCollector leaves;
    const auto may_switch = [&](const expr::PartialDerivative& entry) {
      return !leaves.Collect(held_system.graph, entry.value).held.empty();
    };
    return std::ranges::all_of(part.equations, [&](EquationId e) {
      return e.index() < num_given_ &&
             std::ranges::none_of(differentiator.Gradient(held_system.equations[e].residual), may_switch);
    });
  }

  void Mend(const System& frozen, const PartOfSystem& part, const PartOfSystem& before) {
    const double time = settings_.grid.start;
    const std::vector<VariableId> wanted = VariablesFromOutside(frozen, part);
    // The array may contain further derivatives of the known variables, and shows only when it is made how
    // many. One more is needed for der(u).
    FoundArray found;
    std::optional<System> alone;
    for (int order = 2;;) {
      const auto known = FindKnown(frozen, before, wanted, order, settings_);
      if (!known) return;
      alone = CutOut(frozen, part, *known, time);
      found = LookAt(*alone, time);
      if (!found.choice) return;
      if (wanted.empty() || found.choice->order + 1 <= order) break;
      order = found.choice->order + 1;
    }
    if (!are_suspects_ && PromisedBy(*alone) == found.analysis.num_free) return;
    out_.warnings.push_back(ReportRepaired(out_.system, part, found.analysis));
    array::ReplaceByArray(out_.system, part, *found.choice);
  }

  const simulate::RunSettings& settings_;
  bool are_suspects_ = true;  // false: their structure must be compared with the ranks
  RepairedModel out_;
  std::size_t num_given_ = 0;
};

}  // namespace

std::optional<RepairedModel> ReplaceRankDeficientBlocks(System system,
                                                        const simulate::RunSettings& settings) {
  return Mending(std::move(system), settings).Run();
}

}  // namespace daedalus::run
