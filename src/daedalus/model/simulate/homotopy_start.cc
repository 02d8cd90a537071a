#include "daedalus/model/simulate/homotopy_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "daedalus/model/initialize/initial_problem.h"
#include "daedalus/model/simulate/find_start.h"
#include "daedalus/numerics/nonlinear/branch.h"
#include "daedalus/numerics/nonlinear/continuation.h"
#include "daedalus/system/homotopy.h"

namespace daedalus::simulate {
namespace {

using compile::GivenModel;
using initialize::Guesses;  // here with derivatives too

std::set<std::string> ConditionsOf(const StateChanges& states, const initialize::InitialPlan& plan) {
  std::set<std::string> out;
  for (const VariableId v : plan.start_conditions) out.insert(NameOf(*states.start_model().system, v));
  return out;
}

Guesses ValuesOf(StateChanges& states) {
  const GivenModel& given = states.given();
  const std::span<const double> values = states.values();
  const std::span<const Quantity> quantities = states.quantities();
  Guesses out;
  for (std::size_t i = 0; i < quantities.size(); ++i) out[NameOf(*given.system, quantities[i])] = values[i];
  for (std::size_t i = 0; i < given.aliases.size(); ++i) {
    const causal::Alias& alias = given.aliases[i];
    const bool is_constant = !alias.kept.IsValid();
    out[NameOf(*given.system, alias.removed)] =
        is_constant ? given.alias_values[i] : alias.sign * values[alias.kept.index()];
  }
  return out;
}

class Way {
 public:
  Way(const CompiledModel& model, const GivenModel& numbers, std::set<std::string> conditions,
      const RunSettings& settings)
      : model_(model), numbers_(numbers), conditions_(std::move(conditions)), settings_(settings) {
    led_ = *numbers.system->led;
    GiveParameters();
  }

  HomotopyStart Run() {
    HomotopyStart out;
    if (!SolveSimplified()) return out;
    out.num_solved = 1;
    if (!PrepareLed()) return out;
    const Guesses simplified = known_;
    if (!FollowBranch(out)) {
      known_ = simplified;
      if (!RaiseLambda(out)) return out;
    }
    out.guesses = Known();
    return out;
  }

 private:
  // Sets the parameters of the instance.
  void GiveParameters() {
    std::map<std::string, double> given;
    const System& system = *numbers_.system;
    for (const ParameterId p : IdRange<ParameterId>(system.parameters.size()))
      given[NameOf(system, p)] = numbers_.parameters[p.index()];
    for (const ParameterId p : IdRange<ParameterId>(led_.parameters.size())) {
      const auto found = given.find(NameOf(led_, p));
      if (found != given.end()) led_.parameters[p].value = led_.graph.Constant(found->second);
    }
  }

  std::shared_ptr<const CompiledModel> Compile(System system) const {
    Diagnostics told_of_the_actual_model;
    auto given = compile::ReadGivenModel(std::move(system), numbers_.constraints,
                                         compile::AliasTreatment::kRemove, told_of_the_actual_model);
    if (!given) return nullptr;
    return std::make_shared<const CompiledModel>(*std::move(given), model_.form(), model_.method());
  }

  bool IsCancelled() const { return settings_.cancelled && settings_.cancelled->load(); }

  // All values that are not conditions.
  std::shared_ptr<const Guesses> Known() const {
    auto out = std::make_shared<Guesses>(known_);
    for (const std::string& name : conditions_) out->erase(name);
    return out;
  }

  // Stores all variables at the start of a model in known_.
  bool Solve(const std::shared_ptr<const CompiledModel>& model, std::shared_ptr<const GivenModel> numbers) {
    FoundStart start;
    RunSettings settings = settings_;
    settings.guesses = Known();
    const StartRequest request{model, std::move(numbers), settings, CodeChoice::kInterpreter};
    if (IsCancelled() || !FindStartAlone(request, start)) return false;
    if (ConditionsOf(*start.states, *start.plan) != conditions_) return false;
    if (!TakeStart(start, settings_.grid.start)) return false;
    known_ = ValuesOf(*start.states);
    return true;
  }

  bool SolveSimplified() {
    System simplified = led_;
    SetHomotopy(simplified, 0);
    const auto model = Compile(std::move(simplified));
    return model && Solve(model, {model, &model->given()});
  }

  bool PrepareLed() {
    led_model_ = Compile(led_);
    if (led_model_) lambda_ = ParameterId(led_model_->given().system->parameters.size() - 1);
    return led_model_ != nullptr;
  }

  std::shared_ptr<const GivenModel> LedNumbers(double lambda) const {
    const std::vector<ParameterOverride> overrides{{lambda_, lambda}};
    auto numbers = compile::WithParameters(led_model_->given(), overrides);
    return numbers ? std::make_shared<const GivenModel>(*std::move(numbers)) : nullptr;
  }

  bool FollowBranch(HomotopyStart& out) {
    const auto numbers = LedNumbers(1);
    if (!numbers || numbers->events || numbers->for_start || numbers->as_it_stands) return false;
    StateChanges states(led_model_, numbers, settings_, CodeChoice::kInterpreter);
    if (!states.ChooseFirst()) return false;
    const auto plan = states.PlanInitialization();
    if (!plan || ConditionsOf(states, *plan) != conditions_) return false;
    const compile::PreparedModel& prepared = states.start_model();
    const System& system = *prepared.system;
    initialize::AttributeValues attributes = prepared.attributes;
    initialize::TakeGuesses(system, *Known(), attributes);
    const auto kernels = codegen::CompileModel(system);
    execute::DaeModel dae(*kernels, prepared.parameters, {prepared.incidence.is_differential});
    dae.ObeyCancellation(settings_.cancelled);
    initialize::InitialProblem problem(system, dae, initialize::ConditionsOf(*plan), attributes.start,
                                       settings_.grid.start);
    const std::size_t n = system.variables.size();
    initialize::InitialValues values{attributes.start, std::vector<double>(n, 0.0), 0};
    for (const VariableId v : IdRange<VariableId>(n)) {
      const auto slope = known_.find(NameOf(system, Quantity{v, 1}));
      if (slope != known_.end()) values.yp[v.index()] = slope->second;
    }
    nonlinear::BranchProblem branch{problem.Problem(attributes.nominal),
                                    [&](double lambda) { dae.SetParameter(lambda_, lambda); }};
    std::vector<double> z = problem.Join(values.y, values.yp);
    branch.set(0);
    if (!nonlinear::SolveNonlinear(branch.at, z).ok()) return false;
    const nonlinear::BranchOutcome way = nonlinear::FollowBranch(branch, z, 0);
    out.reached = way.reached;
    out.num_solved += way.num_steps;
    out.num_turns = way.num_turns;
    if (!way.arrived) return false;
    problem.Split(z, values.y, values.yp);
    if (!states.TakeInitial(settings_.grid.start, values)) return false;
    known_ = ValuesOf(states);
    return true;
  }

  bool RaiseLambda(HomotopyStart& out) {
    const auto solve = [&](double lambda) {
      const auto numbers = LedNumbers(lambda);
      return numbers && Solve(led_model_, numbers);
    };
    const nonlinear::ContinuationOutcome way = nonlinear::FollowSolution(solve, {.begins_solved = true});
    out.reached = std::max(out.reached, way.reached);
    out.num_solved += way.num_solved;
    out.num_turns = 0;
    return way.arrived;
  }

  const CompiledModel& model_;
  const GivenModel& numbers_;
  std::set<std::string> conditions_;  // variables whose start values hold (initialize/initial_plan.h)
  const RunSettings& settings_;
  System led_;
  std::shared_ptr<const CompiledModel> led_model_;
  ParameterId lambda_;
  Guesses known_;  // at the last lambda with a solution
};

}  // namespace

std::string HomotopyStart::way() const {
  return fmt::format("homotopy, in {} steps from the simplified expressions{}", num_solved,
                     nonlinear::TurnsText(num_turns));
}

Diagnostic HomotopyStart::Note() const {
  Diagnostic note = Warning(Code::kInitialAssumed, {}, "initial values were found by {}", way());
  note.severity = Severity::kNote;
  return note;
}

HomotopyStart FollowHomotopy(const CompiledModel& model, const GivenModel& numbers, StateChanges& states,
                             const initialize::InitialPlan& plan, const RunSettings& settings) {
  return Way(model, numbers, ConditionsOf(states, plan), settings).Run();
}

std::vector<Diagnostic> WithWay(std::vector<Diagnostic> errors, const HomotopyStart& way) {
  errors.front().Note(
      way.num_solved == 0
          ? std::string("no solution was found for the simplified expressions of `homotopy` either")
          : fmt::format("by homotopy from the simplified expressions there are values up to lambda = {:.4g} "
                        "({} solved)",
                        way.reached, way.num_solved));
  return errors;
}

}  // namespace daedalus::simulate
