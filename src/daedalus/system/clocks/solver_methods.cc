#include "daedalus/system/clocks/solver_methods.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::clocks {
namespace {

constexpr std::array<std::string_view, 5> kMethods = {
    "ExplicitEuler", "ExplicitMidPoint2", "ExplicitRungeKutta4", "ImplicitEuler", "ImplicitTrapezoid"};

class Discretization {
 public:
  Discretization(System& system, InternalVariables& variables, const Tick& tick,
                 std::span<const ClockedState> states, PartitionEquations& partition)
      : system_(system),
        variables_(variables),
        tick_(tick),
        states_(states),
        partition_(partition),
        given_(partition),
        unknowns_(given_.unknowns.begin(), given_.unknowns.end()) {}

  void Run(std::string_view method) {
    const std::vector<ExprId> before = Slopes(true), now = Slopes(false);
    if (method == "ExplicitEuler") return Advance({{1.0, before}});
    if (method == "ImplicitEuler") return Advance({{1.0, now}});
    if (method == "ImplicitTrapezoid") return Advance({{0.5, before}, {0.5, now}});
    FindInputs();
    const std::vector<ExprId> second = Copy(0.5, before, true);
    if (method == "ExplicitMidPoint2") return Advance({{1.0, second}});
    const std::vector<ExprId> third = Copy(0.5, second, true), fourth = Copy(1.0, third, false);
    Advance({{1.0 / 6, before}, {1.0 / 3, second}, {1.0 / 3, third}, {1.0 / 6, fourth}});
  }

 private:
  std::vector<ExprId> Slopes(bool is_before) {
    std::vector<ExprId> out;
    for (const ClockedState& state : states_)
      out.push_back(is_before ? variables_.Pre(state.derivative) : variables_.Value(state.derivative));
    return out;
  }

  ExprId Step(double part, const ClockedState& state, ExprId slope) {
    expr::Graph& g = system_.graph;
    const std::array<ExprId, 3> factors = {g.Constant(part), tick_.interval, slope};
    return expr::Sum(g, variables_.Pre(state.value), expr::Product(g, factors));
  }

  // x = previous(x) + h * (the weighted slopes)
  void Advance(const std::vector<std::pair<double, std::vector<ExprId>>>& slopes) {
    expr::Graph& g = system_.graph;
    for (std::size_t s = 0; s < states_.size(); ++s) {
      const ClockedState& state = states_[s];
      std::vector<ExprId> terms;
      for (const auto& [weight, slope] : slopes)
        terms.push_back(expr::Product(g, g.Constant(weight), slope[s]));
      const ExprId start = system_.hybrid.discretes[state.value].start;
      const ExprId first = start.IsValid() ? start : g.Constant(0.0);
      const ExprId begins = state.reset.IsValid() ? expr::Or(g, tick_.first, state.reset) : tick_.first;
      ExprId value = expr::Conditional(g, begins, first, Step(1.0, state, expr::Sum(g, terms)));
      if (state.active.IsValid())
        value = expr::Conditional(g, state.active, value, variables_.Pre(state.value));
      partition_.equations.push_back({variables_.Value(state.value), value, state.origin});
    }
  }

  bool IsUnknown(const Held& held) const {
    return held.kind == Held::Kind::kDiscrete && unknowns_.contains(DiscreteId(held.of));
  }

  // The mean of each input at both ticks; its value at the last one has to be remembered.
  void FindInputs() {
    expr::Graph& g = system_.graph;
    std::vector<HeldId> held;
    for (const PartitionEquation& equation : given_.equations) {
      for (const ExprId side : {equation.left, equation.right}) {
        const std::vector<HeldId>& here = leaves_.Collect(g, side).held;
        held.insert(held.end(), here.begin(), here.end());
      }
    }
    std::sort(held.begin(), held.end());
    held.erase(std::unique(held.begin(), held.end()), held.end());
    for (const HeldId h : held) {
      const Held what = system_.hybrid.held[h];
      if (IsUnknown(what) || !variables_.IsReal(what)) continue;
      const DiscreteId memory = variables_.Add("input", ValueType::kReal, {});
      partition_.unknowns.push_back(memory);
      partition_.equations.push_back({variables_.Value(memory), g.Held(h), {}});
      const ExprId sum = expr::Sum(g, g.Held(h), variables_.Pre(memory));
      means_.push_back({g.Held(h), expr::Product(g, g.Constant(0.5), sum)});
    }
    const ExprId half = expr::Product(g, g.Constant(0.5), tick_.interval);
    means_.push_back({g.Time(), expr::Difference(g, g.Time(), half)});
  }

  // The equations again, with the states a part of the step further along the slopes. The slopes there.
  std::vector<ExprId> Copy(double part, const std::vector<ExprId>& slopes, bool is_between) {
    expr::Graph& g = system_.graph;
    std::vector<expr::Replacement> replacements;
    if (is_between) replacements = means_;
    std::unordered_map<DiscreteId, DiscreteId> copies;
    for (const DiscreteId unknown : given_.unknowns) {
      const Span span = system_.declarations[system_.hybrid.discretes[unknown].declaration].span;
      const DiscreteId copy = variables_.Add("stage", variables_.TypeOf(unknown), span);
      copies[unknown] = copy;
      partition_.unknowns.push_back(copy);
      replacements.push_back({variables_.Value(unknown), variables_.Value(copy)});
    }
    expr::Substitution substitution(g, replacements);
    for (const PartitionEquation& equation : given_.equations) {
      partition_.equations.push_back(
          {substitution.Apply(equation.left), substitution.Apply(equation.right), equation.origin});
    }
    std::vector<ExprId> out;
    for (std::size_t s = 0; s < states_.size(); ++s) {
      partition_.equations.push_back({variables_.Value(copies.at(states_[s].value)),
                                      Step(part, states_[s], slopes[s]), states_[s].origin});
      out.push_back(variables_.Value(copies.at(states_[s].derivative)));
    }
    return out;
  }

  System& system_;
  InternalVariables& variables_;
  const Tick& tick_;
  std::span<const ClockedState> states_;
  PartitionEquations& partition_;
  const PartitionEquations given_;
  const std::unordered_set<DiscreteId> unknowns_;
  std::vector<expr::Replacement> means_;
  expr::LeafCollector leaves_;
};

}  // namespace

std::string_view SolverMethodNames() {
  return "ExplicitEuler, ExplicitMidPoint2, ExplicitRungeKutta4, ImplicitEuler, ImplicitTrapezoid";
}

bool IsSolverMethod(std::string_view method) {
  return std::find(kMethods.begin(), kMethods.end(), method) != kMethods.end();
}

bool HasStages(std::string_view method) {
  return method == "ExplicitMidPoint2" || method == "ExplicitRungeKutta4";
}

void Discretize(System& system, InternalVariables& variables, std::string_view method, const Tick& tick,
                std::span<const ClockedState> states, PartitionEquations& partition) {
  Discretization(system, variables, tick, states, partition).Run(method);
}

}  // namespace daedalus::clocks
