#include "daedalus/system/clocks/resolve_clocks.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "daedalus/system/clocks/merge_states.h"
#include "daedalus/system/clocks/order_partition.h"
#include "daedalus/system/clocks/partition_rates.h"
#include "daedalus/system/clocks/reduce_partition.h"
#include "daedalus/system/clocks/solver_methods.h"
#include "daedalus/system/clocks/ticks.h"
#include "daedalus/system/clocks/write_loop.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/linearity.h"
#include "daedalus/system/expr/rewrite.h"
#include "daedalus/system/print_system.h"
#include "daedalus/system/state_preference.h"

namespace daedalus::clocks {
namespace {

using expr::Op;
using ConversionKind = Conversion::Kind;

// What is known of a partition before its equations are written.
struct PartitionWork {
  PartitionEquations members;
  std::vector<ClockedState> states;
  std::vector<PartitionEquation> taken;  // as they stood in the system
  bool acts = false;                     // something is done at its ticks
};

class Resolver {
 public:
  Resolver(System& system, const ClockedText& text)
      : system_(system),
        text_(text),
        partitions_(system, text),
        variables_(system),
        ticks_(system, variables_),
        work_(partitions_.size()),
        in_clocked_(system.graph),
        outside_(system.graph) {}

  std::vector<Diagnostic> Run() {
    if (!partitions_.errors().empty()) return partitions_.errors();
    clocks_ = FindPartitionClocks(system_, text_, partitions_);
    RefuseActions();
    std::ranges::move(clocks_.errors, std::back_inserter(errors_));
    if (!errors_.empty()) return errors_;
    FindResults();
    MakeDiscretes();
    TakeEquations();
    CheckClocks();
    if (!errors_.empty()) return errors_;
    GiveResults();
    for (std::uint32_t p = 0; p < partitions_.size(); ++p) WritePartition(p);
    if (errors_.empty()) RewriteRest();
    return std::move(errors_);
  }

  MovedVariables TakeMoved() { return {.kept = std::move(new_id_), .discrete = std::move(discrete_of_)}; }

 private:
  bool IsClock(VariableId v) const { return is_clock_.contains(v); }

  // ---- Who is what ----

  void FindResults() {
    is_clock_.insert(text_.clocks.begin(), text_.clocks.end());
    for (const TickUse& use : text_.tick_uses) is_clock_.insert(use.tick);
    helpers_.insert(text_.helpers.begin(), text_.helpers.end());
    for (const Conversion& conversion : text_.conversions) results_.try_emplace(conversion.result, ExprId());
  }

  // Effects without a clock.
  void RefuseActions() {
    for (const TickUse& use : text_.tick_uses) {
      if (!partitions_.Of(use.tick)) errors_.push_back(use.refusal);
    }
  }

  void MakeDiscretes() {
    const std::size_t num_discretes = system_.hybrid.discretes.size();
    for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
      const auto p = partitions_.Of(v);
      if (!p || IsClock(v) || results_.contains(system_.graph.Variable(v))) continue;
      const Variable& variable = system_.variables[v];
      DiscreteVariable discrete;
      discrete.name = variable.name;
      discrete.declaration = variable.declaration;
      discrete.start = variable.start, discrete.min = variable.min, discrete.max = variable.max;
      discrete.fixed = variable.fixed;
      discrete.is_internal = helpers_.contains(v);
      const DiscreteId d = AddDiscrete(system_.hybrid, discrete);
      discrete_of_[v] = d;
      variable_of_[d] = v;
      work_[*p].members.unknowns.push_back(d);
    }
    for (const DiscreteId d : IdRange<DiscreteId>(num_discretes)) {
      const auto p = partitions_.Of(d);
      if (!p || text_.rounded.contains(d) || results_.contains(variables_.Value(d))) continue;
      if (const auto when = text_.conditions.find(d); when != text_.conditions.end()) {
        errors_.push_back(
            Error(Code::kClockedAndContinuous, when->second,
                  "a when-clause with a Boolean condition cannot use clocked variables")
                .With(partitions_.ReasonFor(*p), "they get their clock here")
                .Hint("use `if` instead: clocked equations are evaluated only when their clock ticks"));
        continue;
      }
      work_[*p].members.unknowns.push_back(d);
    }
  }

  // The state of a state machine in which the variable is declared.
  std::optional<StateNumber> OwnerOf(DiscreteId d) {
    const auto real = variable_of_.find(d);
    const ExprId leaf =
        real == variable_of_.end() ? variables_.Value(d) : system_.graph.Variable(real->second);
    const auto at = text_.guards.owners.find(leaf);
    return at == text_.guards.owners.end() ? std::nullopt : std::optional(at->second);
  }

  std::optional<std::uint32_t> PartitionOf(ExprId left, ExprId right) {
    const auto p = partitions_.Of(left);
    return p ? p : partitions_.Of(right);
  }

  // Moves equations from the system into their partitions. Equations between clocks are used up and dropped.
  void TakeEquations() {
    FindActing();
    IdVector<EquationId, Equation> rest;
    for (const Equation& equation : system_.equations) {
      const auto p = PartitionOf(equation.left, equation.right);
      if (!p) {
        rest.Add(equation);
      } else if (!IsBetweenClocks(equation)) {
        work_[*p].taken.push_back({equation.left, equation.right, equation.origin});
      }
    }
    system_.equations = std::move(rest);
    std::vector<DiscreteEquation> others;
    for (const DiscreteEquation& equation : system_.hybrid.equations) {
      const auto p = PartitionOf(equation.left, equation.right);
      if (!p) {
        others.push_back(equation);
      } else if (!IsOfRounding(equation)) {
        work_[*p].taken.push_back({equation.left, equation.right, equation.origin});
      }
    }
    system_.hybrid.equations = std::move(others);
  }

  void FindActing() {
    for (const Effect& effect : system_.hybrid.effects) {
      if (const auto p = partitions_.Of(effect.active)) work_[*p].acts = true;
    }
    for (const Termination& termination : system_.hybrid.terminations) {
      if (const auto p = partitions_.Of(termination.active)) work_[*p].acts = true;
    }
  }

  bool IsBetweenClocks(const Equation& equation) const {
    const expr::Graph& g = system_.graph;
    return g.op(equation.left) == Op::kVariable && IsClock(g.variable(equation.left));
  }
  bool IsOfRounding(const DiscreteEquation& equation) const {
    const expr::Graph& g = system_.graph;
    return g.op(equation.left) == Op::kHeld &&
           text_.rounded.contains(DiscreteId(system_.hybrid.held[g.held(equation.left)].of));
  }

  void CheckClocks() {
    for (std::uint32_t p = 0; p < partitions_.size(); ++p) {
      if (clocks_.clocks[p] ||
          (work_[p].taken.empty() && work_[p].members.unknowns.empty() && !work_[p].acts))
        continue;
      Diagnostic error = Error(Code::kClockUnknown, partitions_.ReasonFor(p),
                               "it does not follow from anything when this ticks");
      if (!work_[p].members.unknowns.empty()) {
        const DiscreteVariable& variable = system_.hybrid.discretes[work_[p].members.unknowns[0]];
        error.With(system_.declarations[variable.declaration].span, "a variable whose clock is looked for");
      }
      errors_.push_back(
          std::move(error).Hint("give one of its variables a clock: `sample(u, Clock(1, 10))`, "
                                "`when Clock(1, 10) then`"));
    }
  }

  const Tick& TickOf(std::uint32_t p) {
    return ticks_.Of(clocks_.clocks[p]->rate, text_.constructors[clocks_.clocks[p]->constructor]);
  }

  // ---- What operators give ----

  DiscreteId DiscreteOf(ExprId leaf) const {
    const expr::Graph& g = system_.graph;
    return g.op(leaf) == Op::kVariable ? discrete_of_.at(g.variable(leaf))
                                       : DiscreteId(system_.hybrid.held[g.held(leaf)].of);
  }
  ExprId ValueOf(ExprId leaf, bool is_previous) {
    const DiscreteId d = DiscreteOf(leaf);
    return is_previous ? variables_.Pre(d) : variables_.Value(d);
  }

  ExprId LeftLimit(ExprId e) {
    if (expr::VariabilityOf(system_.graph, e) <= expr::Variability::kParameter) return e;
    const auto [at, is_new] = left_limits_.try_emplace(e, ExprId());
    if (is_new) at->second = system_.graph.Held(AddPreValue(system_.hybrid, e));
    return at->second;
  }

  void GiveResults() {
    for (const VariableId v : is_clock_) {
      const auto p = partitions_.Of(v);
      if (p && work_[*p].acts) results_[system_.graph.Variable(v)] = TickOf(*p).active;
    }
    for (const Conversion& conversion : text_.conversions) {
      const expr::Graph& g = system_.graph;
      const bool is_clock =
          g.op(conversion.result) == Op::kVariable && IsClock(g.variable(conversion.result));
      const auto p = partitions_.Of(conversion.result);
      const bool is_of_tick =
          conversion.kind == ConversionKind::kInterval || conversion.kind == ConversionKind::kFirstTick;
      // Unused variables have no clock.
      if (is_clock || (is_of_tick && !clocks_.clocks[*p])) continue;
      ExprId result;
      if (conversion.kind == ConversionKind::kSample) result = LeftLimit(conversion.argument);
      if (conversion.kind == ConversionKind::kInterval) result = TickOf(*p).interval;
      if (conversion.kind == ConversionKind::kFirstTick) result = TickOf(*p).first;
      // Outside, a Real that is held changes in the round after the tick: a clock whose condition depends on
      // it would else take back its own tick.
      const bool is_held_real =
          conversion.kind == ConversionKind::kHold && g.op(conversion.result) == Op::kVariable;
      if (!result.IsValid())
        result = ValueOf(conversion.argument, conversion.kind == ConversionKind::kPrevious || is_held_real);
      results_[conversion.result] = result;
      GivePre(conversion.result, result);
    }
  }

  // Equations without a clock may use edges of held variables.
  void GivePre(ExprId leaf, ExprId value) {
    expr::Graph& g = system_.graph;
    if (g.op(leaf) != Op::kHeld) return;
    const DiscreteId unknown(system_.hybrid.held[g.held(leaf)].of);
    const Held* const held = g.op(value) == Op::kHeld ? &system_.hybrid.held[g.held(value)] : nullptr;
    const bool is_variable = held != nullptr && held->kind == Held::Kind::kDiscrete;
    results_[variables_.Pre(unknown)] = is_variable ? variables_.Pre(DiscreteId(held->of)) : LeftLimit(value);
  }

  // ---- Clocked equations ----

  // Relations and rounding as operations, without events; invalid if something else.
  ExprId Unfolded(ExprId e) {
    expr::Graph& g = system_.graph;
    if (g.op(e) != Op::kHeld) return {};
    const Held& held = system_.hybrid.held[g.held(e)];
    if (held.kind == Held::Kind::kRelation) {
      const Relation& relation = system_.hybrid.relations[RelationId(held.of)];
      return relation.or_equal ? expr::LessEqual(g, relation.left, relation.right)
                               : expr::Less(g, relation.left, relation.right);
    }
    const auto rounded =
        held.kind == Held::Kind::kDiscrete ? text_.rounded.find(DiscreteId(held.of)) : text_.rounded.end();
    return rounded == text_.rounded.end() ? ExprId() : expr::Unary(g, Op::kFloor, rounded->second);
  }

  ExprId InClocked(ExprId e) {
    for (std::size_t depth = 0;; ++depth) {
      if (depth == unfolding_.size()) unfolding_.emplace_back(system_.graph);
      const ExprId next = unfolding_[depth].Apply(e, [&](ExprId x) { return Unfolded(x); });
      if (next == e) break;
      e = next;
    }
    return in_clocked_.Apply(e, [&](ExprId x) { return Translated(x); });
  }

  // A leaf that is something else now.
  ExprId Translated(ExprId e) {
    const expr::Graph& g = system_.graph;
    if (g.op(e) != Op::kVariable && g.op(e) != Op::kHeld) return {};
    if (const auto at = results_.find(e); at != results_.end()) return at->second;
    if (g.op(e) == Op::kHeld) return {};
    const auto at = discrete_of_.find(g.variable(e));
    if (at == discrete_of_.end()) return {};
    return variables_.Value(g.derivative_order(e) == 0 ? at->second : DerivativeOf(g.variable(e)));
  }

  DiscreteId DerivativeOf(VariableId v) {
    const auto [at, is_new] = derivative_of_.try_emplace(v, DiscreteId());
    if (is_new) {
      at->second = variables_.Add("der", ValueType::kReal,
                                  system_.declarations[system_.variables[v].declaration].span);
      const std::uint32_t p = *partitions_.Of(v);
      ClockedState state{discrete_of_.at(v), at->second, origin_now_};
      if (const auto owner = OwnerOf(state.value)) {
        state.active = text_.guards.states[*owner].active;
        state.reset = text_.guards.states[*owner].reset;
      }
      work_[p].states.push_back(state);
      work_[p].members.unknowns.push_back(at->second);
    }
    return at->second;
  }

  bool HasSolver(std::uint32_t p) {
    if (work_[p].states.empty()) return true;
    const SolverChoice* const solver = clocks_.solvers[p];
    const Constructor& clock = text_.constructors[clocks_.clocks[p]->constructor];
    if (solver == nullptr) {
      const auto name = system_.names.Text(system_.hybrid.discretes[work_[p].states[0].value].name);
      errors_.push_back(Error(Code::kClockedDerivative, SpanOf(system_, work_[p].states[0].origin),
                              "der({}) is in a clocked equation, but its clock has no solver", name)
                            .With(SpanOf(system_, clock.origin), "the clock")
                            .Hint("`Clock(c, solverMethod = \"ExplicitEuler\")` is a clock with one"));
      return false;
    }
    if (IsSolverMethod(solver->method)) {
      const bool is_in_states = std::ranges::any_of(
          work_[p].states, [](const ClockedState& state) { return state.active.IsValid(); });
      if (!is_in_states || !HasStages(solver->method)) return true;
      errors_.push_back(Error(Code::kClockedDerivative, solver->span,
                              "the solver \"{}\" evaluates equations between ticks, where no state is active",
                              solver->method)
                            .Hint("ExplicitEuler, ImplicitEuler and ImplicitTrapezoid work in states"));
      return false;
    }
    errors_.push_back(Error(Code::kBadClock, solver->span, "there is no solver \"{}\" for clocked equations",
                            solver->method)
                          .Note(fmt::format("there are {}", SolverMethodNames())));
    return false;
  }

  void WritePartition(std::uint32_t p) {
    PartitionEquations& partition = work_[p].members;
    for (const PartitionEquation& equation : work_[p].taken) {
      origin_now_ = equation.origin;
      partition.equations.push_back({InClocked(equation.left), InClocked(equation.right), origin_now_});
    }
    if (partition.unknowns.empty() && partition.equations.empty()) return;
    if (!HasSolver(p)) return;
    const Tick tick = TickOf(p);
    const StateMembers members = MembersOf(p);
    if (!members.states.empty()) {
      if (!Succeeds(MergeStates(system_, variables_, text_.guards, members, partition))) return;
    } else if (!work_[p].states.empty()) {
      if (!Succeeds(ReducePartition(system_, variables_, PreferencesOf(work_[p].states), work_[p].states,
                                    partition)))
        return;
    }
    if (!work_[p].states.empty())
      Discretize(system_, variables_, clocks_.solvers[p]->method, tick, work_[p].states, partition);
    auto ordered = OrderPartition(system_, partition.unknowns, partition.equations);
    if (!ordered) {
      for (Diagnostic& error : ordered.error()) errors_.push_back(std::move(error));
      return;
    }
    for (const std::vector<DiscreteId>& cycle : ordered->cycles) CheckDecisions(cycle);
    for (const ClockedAssignment& assignment : ordered->assignments) Assign(tick, assignment);
    for (const ClockedLoop& loop : ordered->loops) {
      for (const ClockedAssignment& assignment :
           WriteLoop(system_, variables_, tick.active, loop, partition.unknowns, LikeOf(loop)))
        Assign(tick, assignment);
    }
  }

  bool Succeeds(Result<Unit> result) {
    if (result) return true;
    for (Diagnostic& error : result.error()) errors_.push_back(std::move(error));
    return false;
  }

  // What belongs to states of machines in this partition.
  StateMembers MembersOf(std::uint32_t p) {
    StateMembers out;
    for (StateNumber s = 0; s < text_.guards.states.size(); ++s) {
      const StateGuard& guard = text_.guards.states[s];
      if (partitions_.Of(guard.active) != p) continue;
      out.states.push_back(s);
      for (const ExprId leaf : guard.outputs) {
        if (partitions_.Of(leaf) == p) out.outputs[s].push_back(DiscreteOf(leaf));
      }
    }
    for (const PartitionEquation& equation : work_[p].members.equations)
      out.of_equation.push_back(text_.guards.StateOf(system_, equation.origin));
    for (const DiscreteId d : work_[p].members.unknowns) {
      if (const auto owner = OwnerOf(d)) out.owners[d] = *owner;
    }
    for (const ClockedState& state : work_[p].states) {
      out.integrated.insert(state.value);
      if (const auto owner = OwnerOf(state.value)) out.owners[state.derivative] = *owner;
    }
    return out;
  }

  // A machine that decides about an immediate transition by what follows from this decision.
  void CheckDecisions(const std::vector<DiscreteId>& cycle) {
    for (const DiscreteId d : cycle) {
      const auto at = text_.guards.decisions.find(variables_.Value(d));
      if (at == text_.guards.decisions.end()) continue;
      errors_.push_back(
          Error(Code::kBadStateMachine, SpanOf(system_, at->second),
                "whether this transition fires depends on what the active state does at the same tick")
              .Note("an immediate transition fires before the equations of states are evaluated")
              .Hint(
                  "`immediate = false` decides one tick later, and `previous(...)` asks for the last tick"));
      return;
    }
  }

  std::vector<std::int32_t> PreferencesOf(std::span<const ClockedState> states) const {
    std::vector<std::int32_t> out;
    for (const ClockedState& state : states)
      out.push_back(StatePreference(system_, system_.variables[variable_of_.at(state.value)]));
    return out;
  }

  std::vector<Variable> LikeOf(const ClockedLoop& loop) const {
    std::vector<Variable> out;
    for (const DiscreteId unknown : loop.unknowns) {
      const auto at = variable_of_.find(unknown);
      Variable like;
      like.declaration = system_.hybrid.discretes[unknown].declaration;
      out.push_back(at == variable_of_.end() ? like : system_.variables[at->second]);
    }
    return out;
  }

  void Assign(const Tick& tick, const ClockedAssignment& assignment) {
    const ExprId kept = variables_.Pre(assignment.target);
    variables_.Define(assignment.target,
                      expr::Conditional(system_.graph, tick.active, assignment.value, kept),
                      assignment.origin);
  }

  // ---- The rest of the system ----

  void RewriteRest() {
    for (Assertion& assertion : system_.assertions) RewriteClocked(assertion);
    RewriteActions();
    IdVector<VariableId, Variable> kept;
    for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
      const bool is_gone =
          IsClock(v) || discrete_of_.contains(v) || results_.contains(system_.graph.Variable(v));
      if (!is_gone) new_id_[v] = kept.Add(system_.variables[v]);
    }
    const auto rewrite = [&](ExprId& e) { e = outside_.Apply(e, [&](ExprId x) { return Renumbered(x); }); };
    for (auto* list : {&system_.equations, &system_.initial_equations}) {
      for (Equation& equation : *list)
        rewrite(equation.left), rewrite(equation.right), rewrite(equation.residual);
    }
    for (Invariant& invariant : system_.invariants) VisitExpressions(invariant.equation, rewrite);
    for (Assertion& assertion : system_.assertions) VisitExpressions(assertion, rewrite);
    VisitExpressions(system_.hybrid, rewrite);
    system_.variables = std::move(kept);
    std::ranges::move(ticks_.TakeAssertions(), std::back_inserter(system_.assertions));
  }

  // Assertions about clocked variables count from the first tick on.
  void RewriteClocked(Assertion& assertion) {
    const auto p = partitions_.Of(assertion.condition);
    if (!p || !clocks_.clocks[*p]) return;
    assertion.condition = expr::Or(system_.graph, TickOf(*p).first, InClocked(assertion.condition));
  }

  void RewriteActions() {
    const auto rewrite = [&](ExprId& e) { e = InClocked(e); };
    for (Effect& effect : system_.hybrid.effects) {
      if (partitions_.Of(effect.active)) VisitExpressions(effect, rewrite);
    }
    for (Termination& termination : system_.hybrid.terminations) {
      if (partitions_.Of(termination.active)) VisitExpressions(termination, rewrite);
    }
  }

  ExprId Renumbered(ExprId e) {
    if (const ExprId translated = Translated(e); translated.IsValid()) return translated;
    const expr::Graph& g = system_.graph;
    if (g.op(e) != Op::kVariable) return {};
    const auto at = new_id_.find(g.variable(e));
    if (at == new_id_.end() || at->second == g.variable(e)) return {};
    return system_.graph.Variable(at->second, g.derivative_order(e));
  }

  System& system_;
  const ClockedText& text_;
  Partitions partitions_;
  PartitionClocks clocks_;
  InternalVariables variables_;
  Ticks ticks_;
  std::set<VariableId> is_clock_, helpers_;
  std::unordered_map<ExprId, ExprId> results_;  // of operators, by their leaves: what they are
  std::unordered_map<VariableId, DiscreteId> discrete_of_, derivative_of_;
  std::unordered_map<DiscreteId, VariableId> variable_of_;
  std::unordered_map<VariableId, VariableId> new_id_;
  std::map<ExprId, ExprId> left_limits_;
  std::vector<PartitionWork> work_;        // by partition
  OriginId origin_now_;                    // of the equation at hand
  std::deque<expr::Rewriting> unfolding_;  // by depth of relations in relations
  expr::Rewriting in_clocked_, outside_;
  std::vector<Diagnostic> errors_;
};

}  // namespace

std::vector<Diagnostic> ResolveClocks(System& system, const ClockedText& text, MovedVariables* moved) {
  Resolver resolver(system, text);
  std::vector<Diagnostic> errors = resolver.Run();
  if (moved != nullptr) *moved = resolver.TakeMoved();
  return errors;
}

}  // namespace daedalus::clocks
