#include "daedalus/simulate/state_changes.h"

#include <algorithm>

#include "daedalus/simulate/index_claims.h"

namespace daedalus::simulate {
namespace {

// A choice is made such that no exchange gains much more than 1/0.6 (causal::IndependentColumns); it is kept
// until one gains more than this. The distance between the two keeps a run from changing to and fro.
constexpr double kGainLimit = 2;

}  // namespace

StateChanges::StateChanges(compile::GivenModel given, const RunSettings& settings, CodeChoice code)
    : given_(std::move(given)),
      settings_(settings),
      code_(code),
      quantities_(compile::QuantitiesOf(given_)),
      values_(quantities_.size()),
      slopes_(given_.system->variables.size(), 0.0) {}

Result<Unit> StateChanges::ChooseFirst() {
  if (!given_.reduction) {
    if (auto refusal = RefuseIndex(given_, settings_)) return Fail(*std::move(refusal));
    if (auto prepared = PrepareStart(); !prepared) return prepared;
    current_ = &choices_[{}];
    current_->segment = std::make_unique<Segment>(compile::PrepareAsGiven(given_), settings_);
  } else {
    const auto selection = given_.reduction->Select(compile::StartPoint(given_, settings_.grid.start));
    auto prepared = Prepare(selection);
    if (!prepared) return Failure{std::move(prepared).error()};
    current_ = *prepared;
  }
  current_->has_run = true;
  return Unit{};
}

Result<StateChanges::Choice*> StateChanges::Prepare(const structure::StateSelection& selection) {
  const auto found = choices_.find(selection.dummies);
  if (found != choices_.end()) return &found->second;
  auto model = compile::PrepareStates(given_, selection);
  if (!model) return Failure{std::move(model).error()};
  Choice& choice = choices_[selection.dummies];
  choice.segment = std::make_unique<Segment>(std::move(*model), settings_);
  choice.monitor = std::make_unique<StateMonitor>(*given_.system, given_.reduction->MatricesOf(selection),
                                                  given_.attributes.nominal);
  choice.limit = kGainLimit;
  return &choice;
}

Result<Unit> StateChanges::PrepareStart() {
  if (!given_.as_it_stands) return Unit{};
  const compile::GivenModel& reduced = *given_.as_it_stands->reduced;
  auto model = compile::PrepareStates(
      reduced, reduced.reduction->Select(compile::StartPoint(reduced, settings_.grid.start)));
  if (!model) return Failure{std::move(model).error()};
  model->is_as_given = true;  // all variables are wanted, with their slopes
  RunSettings settings = settings_;
  settings.form = ModelForm::kDae;
  start_ = std::make_unique<Segment>(std::move(*model), settings);
  return Unit{};
}

Result<initialize::InitialValues> StateChanges::FindInitialValues(const initialize::InitialPlan& plan) {
  if (!start_) return current().FindInitialValues(plan);
  auto found = start_->FindInitialValues(plan);
  if (!found) return found;
  const std::size_t n = given_.system->variables.size();
  initialize::InitialValues values{std::vector<double>(n), std::vector<double>(n), found->newton_iterations};
  const std::vector<Quantity> quantities = compile::QuantitiesOf(*given_.as_it_stands->reduced);
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const auto& [variable, order] = quantities[i];
    const Quantity& place = start_->model().places[i];
    const std::size_t from = place.variable.index(), to = variable.index();
    const double value = place.is_derivative() ? found->yp[from] : found->y[from];
    if (order == 0) values.y[to] = value;
    // The slope of an algebraic variable is an estimate, and gives way to a derivative that is an unknown.
    if (order == 0 && !place.is_derivative()) values.yp[to] = found->yp[from];
    if (order == 1) values.yp[to] = value;
  }
  return values;
}

std::vector<Segment*> StateChanges::Used() {
  std::vector<Segment*> out;
  for (auto& [dummies, choice] : choices_) {
    if (choice.has_run) out.push_back(choice.segment.get());
  }
  return out;
}

std::optional<std::span<const double>> StateChanges::QuantitiesAt(double t, std::span<const double> y,
                                                                  std::span<const double> yp) {
  if (!current().ReadQuantities(t, y, yp, values_)) return std::nullopt;
  return values_;
}

std::span<const double> StateChanges::Slopes() {
  for (std::size_t i = slopes_.size(); i < quantities_.size(); ++i) {
    if (quantities_[i].order == 1) slopes_[quantities_[i].variable.index()] = values_[i];
  }
  return slopes_;
}

bool StateChanges::Consider(const integrate::StepOutcome* failure) {
  if (!given_.reduction || (!failure && !current_->monitor->IsDue())) return false;
  const integrate::Integrator& integrator = current().integrator();
  const double t = integrator.time();
  if (failure && last_failure_ == t) return false;
  if (failure) last_failure_ = t;
  if (!QuantitiesAt(t, integrator.y(), integrator.yp())) return false;
  const auto slopes = Slopes();
  const std::span<const double> values(values_.data(), slopes.size());
  const double gain = current_->monitor->Gain({t, values.data(), slopes.data(), given_.parameters.data()});
  if (!failure && gain <= current_->limit) return false;
  const auto selection =
      given_.reduction->Select({t, values, given_.parameters, slopes, given_.attributes.nominal});
  const auto next = Prepare(selection);
  if (next.ok() && *next != current_ && Enter(**next, t)) return true;
  // Nothing better was found here: look again when it has become much worse.
  current_->limit = std::max(current_->limit, 2 * gain);
  return false;
}

bool StateChanges::Enter(Choice& choice, double t) {
  const auto values = choice.segment->Continue(t, values_);
  if (!values) return false;
  if (!choice.has_run && !choice.segment->MakeReady(code_, t, *values)) return false;
  if (!choice.segment->Start(t, *values).ok()) return false;
  choice.has_run = true;
  choice.limit = kGainLimit;
  current_ = &choice;
  ++num_changes_;
  return true;
}

}  // namespace daedalus::simulate
