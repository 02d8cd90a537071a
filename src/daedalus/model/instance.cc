#include "daedalus/model/instance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "daedalus/model/simulate/input_derivatives.h"
#include "daedalus/system/model_inputs.h"

namespace daedalus::model {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// What is set from outside follows nobody.
std::vector<char> SetFromOutside(const System& system, std::span<const ParameterOverride> values) {
  std::vector<char> out(system.parameters.size(), 0);
  for (const ParameterOverride& value : values) out[value.parameter.index()] = 1;
  return out;
}

}  // namespace

Result<std::unique_ptr<Instance>> Instance::Make(std::shared_ptr<const Model> model,
                                                 InstanceOptions options) {
  VariantOptions how;
  how.form = simulate::ModelForm::kOde;
  if (options.sliding) how.sliding = compile::SlidingTreatment::kOnSurface;
  auto variant = model->Compile(how);
  if (!variant) return Failure{std::move(variant).error()};
  return std::unique_ptr<Instance>(new Instance(std::move(model), options, *std::move(variant)));
}

Instance::Instance(std::shared_ptr<const Model> model, InstanceOptions options, Model::Variant variant)
    : model_(std::move(model)),
      options_(options),
      compiled_(std::move(variant.compiled)),
      inputs_(compiled_->given().system->hybrid.inputs.size()) {
  diagnostics_.Append(std::move(variant.warnings));
}

Instance::~Instance() = default;

// ---- the start ----

Result<Unit> Instance::SetParameter(std::string_view name, double value) {
  const auto found = FindSettableParameter(*compiled_->given().system, name, value);
  if (!found) return Failure{found.error()};
  const ParameterOverride one{*found, value};
  return SetParameters({&one, 1});
}

std::optional<ParameterId> Instance::FindParameter(std::string_view name) const {
  return ParameterNamed(*compiled_->given().system, name);
}

Result<Unit> Instance::SetParameters(std::span<const ParameterOverride> values) {
  const System& system = *compiled_->given().system;
  std::vector<ParameterOverride> all = parameters_;
  for (const auto& [parameter, value] : values) {
    DAEDALUS_CHECK(parameter.index() < system.parameters.size(), "the model has this parameter");
    if (auto allowed = CheckSettable(system, parameter, value); !allowed) return allowed;
    const auto known = std::ranges::find(all, parameter, &ParameterOverride::parameter);
    if (known != all.end()) {
      known->value = value;
    } else {
      all.push_back({parameter, value});
    }
  }
  if (auto numbers = compiled_->WithOverrides(all); !numbers) return Failure{std::move(numbers).error()};
  parameters_ = std::move(all);
  return Unit{};
}

std::optional<std::size_t> Instance::FindInput(std::string_view name) const {
  const auto found = daedalus::FindInput(*compiled_->given().system, name, 0);
  return found ? std::optional(*found) : std::nullopt;
}

Result<Unit> Instance::SetInput(std::size_t input, double value) {
  const InputValue one{input, value};
  return SetInputs({&one, 1});
}

Result<Unit> Instance::CheckInputs(std::span<const InputValue> values) {
  const System& system = *compiled_->given().system;
  for (const auto& [input, value] : values) {
    DAEDALUS_CHECK(input < inputs_.size(), "the model has this input");
    if (!IsInputValue(system.hybrid.inputs[input], value))
      return Fail(ExplainInputValue(system, input, value));
  }
  if (!running_.events) return Unit{};
  const System& given = *running_.states->given().system;
  const compile::PreparedModel& model = running_.states->current().model();
  if (differentiated_.model != &model)
    differentiated_ = {&model, simulate::TimesDifferentiated(given, model)};
  for (const auto& [input, value] : values) {
    const int times = differentiated_.times[input];
    if (times > 0 && inputs_[input] != value) return Fail(simulate::ExplainJump(given, input, times));
  }
  return Unit{};
}

Result<Unit> Instance::SetInputs(std::span<const InputValue> values) {
  if (auto checked = CheckInputs(values); !checked) return checked;
  bool has_changed = false;
  for (const auto& [input, value] : values) {
    if (running_.events && inputs_[input] != value) {
      running_.events->iteration().SetInput(input, value);
      has_changed = true;
    }
    inputs_[input] = value;
  }
  if (has_changed) {
    running_.states->current().causal()->Forget();
    is_read_ = is_differentiated_ = false;
  }
  return Unit{};
}

simulate::StartRequest Instance::Request(double time) const {
  simulate::RunSettings settings;
  settings.grid = simulate::MakeGridOfIntervals(time, time + options_.length, 1);
  settings.tolerance = options_.tolerance;
  settings.method = "auto";
  settings.form = simulate::ModelForm::kOde;
  settings.sliding = options_.sliding;
  settings.without_integrator = true;
  auto courses = std::make_shared<hybrid::InputCourses>();
  for (const std::optional<double>& value : inputs_)
    courses->push_back(value ? std::optional(hybrid::InputCourse::Constant(*value)) : std::nullopt);
  settings.inputs = std::move(courses);
  return {.model = compiled_, .numbers = nullptr, .settings = std::move(settings), .code = options_.code};
}

Result<Unit> Instance::Initialize(double time) {
  simulate::StartRequest request = Request(time);
  auto numbers = compiled_->WithOverrides(parameters_);
  if (!numbers) return Failure{std::move(numbers).error()};
  request.numbers = *std::move(numbers);
  simulate::FoundStart found;
  if (auto start = simulate::FindStart(request, found); !start) return start;
  diagnostics_.AppendNew(std::move(found.values.warnings));
  return Begin(std::move(found), time);
}

Result<Unit> Instance::Begin(simulate::FoundStart found, double time) {
  simulate::Segment& segment = found.states->current();
  if (!segment.causal())
    return Fail(Error(Code::kBadOption, {}, "`{}` has no causal form, but evaluation from outside needs one",
                      model_->name()));
  if (auto ready = segment.MakeReady(options_.code, time, found.values); !ready) return ready;
  segment.Start(time, found.values);
  running_ = std::move(found);
  differentiated_ = {};
  time_ = time;
  states_ = segment.causal()->StatesOf(running_.values.y);
  is_read_ = is_differentiated_ = false;
  responses_ = std::make_unique<Responses>(compiled_->given());
  assertions_.emplace(*running_.states->given().system, running_.states->given().parameters,
                      options_.tolerance, running_.states->held());
  next_instant_ = running_.events ? running_.events->iteration().NextInstant(time) : kNever;
  if (auto slopes = Derivatives(); !slopes) return Failure{std::move(slopes).error()};
  past_ = {time_, states_, slopes_};
  return Check();
}

// ---- evaluation ----

void Instance::SetTime(double t) {
  is_read_ = is_read_ && t == time_;
  is_differentiated_ = is_differentiated_ && t == time_;
  time_ = t;
}

void Instance::SetStates(std::span<const double> states) {
  DAEDALUS_CHECK(states.size() == states_.size(), "one value for each state");
  std::ranges::copy(states, states_.begin());
  is_read_ = is_differentiated_ = false;
}

std::vector<std::string> Instance::NamesOfStates() {
  const simulate::Segment& segment = running_.states->current();
  std::vector<std::string> out;
  for (const VariableId v : running_.states->current().causal()->states())
    out.push_back(NameOf(segment.system(), v));
  return out;
}

std::vector<double> Instance::NominalsOfStates() {
  simulate::Segment& segment = running_.states->current();
  return segment.causal()->StatesOf(segment.model().attributes.nominal);
}

std::vector<char> Instance::KeptStates() const {
  simulate::Segment& segment = running_.states->current();
  std::vector<char> out;
  for (const VariableId v : segment.causal()->states())
    out.push_back(segment.system().variables[v].is_kept ? 1 : 0);
  return out;
}

Result<std::span<const double>> Instance::Derivatives() {
  execute::OdeModel& causal = *running_.states->current().causal();
  if (!causal.Derivatives(time_, states_)) return Fail(running_.states->current().ExplainOutput());
  slopes_.resize(states_.size());
  for (std::size_t i = 0; i < slopes_.size(); ++i)
    slopes_[i] = causal.workspace().yp[causal.states()[i].index()];
  return std::span<const double>(slopes_);
}

Result<std::span<const double>> Instance::Values() {
  const auto values = running_.states->QuantitiesAt(time_, states_, {});
  if (!values) return Fail(running_.states->current().ExplainOutput());
  is_read_ = true;
  return *values;
}

std::optional<ValueRef> Instance::Find(std::string_view name) const {
  const compile::GivenModel& given = compiled_->given();
  const System& system = *given.system;
  for (std::size_t i = 0; i < given.quantities.size(); ++i) {
    if (NameOf(system, given.quantities[i]) == name) return ValueRef{i, 1};
  }
  for (const DiscreteVariable& discrete : system.hybrid.discretes) {
    if (system.names.Text(discrete.name) == name)
      return ValueRef{given.quantities.size() + discrete.value.index(), 1};
  }
  for (const causal::Alias& alias : given.aliases) {
    if (!alias.kept.IsValid() || NameOf(system, alias.removed) != name) continue;
    return ValueRef{alias.kept.index(), static_cast<double>(alias.sign)};
  }
  return std::nullopt;
}

Result<double> Instance::Value(std::string_view name) {
  const auto found = Find(name);
  if (!found) return Fail(Error(Code::kBadOption, {}, "`{}` has no variable `{}`", model_->name(), name));
  const auto values = Values();
  if (!values) return Failure{values.error()};
  return found->sign * (*values)[found->index];
}

std::size_t Instance::num_indicators() const {
  return running_.events ? running_.events->iteration().num_roots() : 0;
}

Result<Unit> Instance::Indicators(std::span<double> out) {
  if (out.empty()) return Unit{};
  if (auto values = Values(); !values) return Failure{std::move(values).error()};
  running_.events->iteration().Roots(time_, running_.states->values(), running_.states->Slopes(), out);
  return Unit{};
}

// ---- residuals ----

ResidualForm& Instance::Form() {
  const compile::CompiledChoice& choice = running_.states->current().compiled();
  if (!residuals_ || &residuals_->choice() != &choice) residuals_ = std::make_unique<ResidualForm>(choice);
  return *residuals_;
}

const ResidualForm& Instance::residual_form() {
  return Form();
}

Result<Unit> Instance::ReadUnknowns(std::span<double> y, std::span<double> yp) {
  if (auto values = Values(); !values) return Failure{std::move(values).error()};
  const execute::Workspace& point = running_.states->current().causal()->workspace();
  DAEDALUS_CHECK(y.size() == point.y.size() && yp.size() == point.yp.size(), "one value for each unknown");
  std::ranges::copy(point.y, y.begin());
  std::ranges::copy(point.yp, yp.begin());
  return Unit{};
}

ResidualForm::Point Instance::PointOf(std::span<const double> y, std::span<const double> yp) {
  const execute::OdeModel& causal = *running_.states->current().causal();
  causal.Refresh(time_);
  const execute::Workspace& point = causal.workspace();
  DAEDALUS_CHECK(y.size() == point.y.size() && yp.size() == point.yp.size(), "one value for each unknown");
  return {time_, y, yp, point.parameters, point.held};
}

Result<Unit> Instance::Residuals(std::span<const double> y, std::span<const double> yp,
                                 std::span<double> out) {
  ResidualForm& form = Form();
  form.Evaluate(PointOf(y, yp), out);
  const auto wrong = std::ranges::find_if_not(out, [](double r) { return std::isfinite(r); });
  if (wrong == out.end()) return Unit{};
  const Equation& equation = form.EquationOf(static_cast<std::size_t>(wrong - out.begin()));
  return Fail(Error(Code::kRunNotFinite, SpanOf(form.system(), equation),
                    "this equation has no finite residual at time = {:.9g}", time_)
                  .Hint("take another point: another time, or other values of the unknowns"));
}

Result<Unit> Instance::ResidualJacobian(std::span<const double> y, std::span<const double> yp, double factor,
                                        std::span<double> values) {
  Form().EvaluateJacobian(PointOf(y, yp), factor, values);
  if (std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) return Unit{};
  return Fail(Error(Code::kRunNotFinite, {}, "an equation has no finite derivative at time = {:.9g}", time_)
                  .Hint("take another point: another time, or other values of the unknowns"));
}

// ---- derivatives ----

std::size_t Instance::Size(ResponseOf of) const {
  const compile::GivenModel& given = compiled_->given();
  switch (of) {
    case ResponseOf::kDerivatives:
      return states_.size();
    case ResponseOf::kValues:
      return given.quantities.size() + given.system->hybrid.held.size();
    case ResponseOf::kResiduals:
      return running_.states->current().system().equations.size();
    case ResponseOf::kIndicators:
      return num_indicators();
  }
  return 0;
}

std::size_t Instance::Size(ResponseTo to) const {
  if (to == ResponseTo::kStates) return states_.size();
  return to == ResponseTo::kInputs ? compiled_->given().system->hybrid.inputs.size()
                                   : responses_->parameters().size();
}

std::vector<std::string> Instance::NamesOfInputs() const {
  const System& system = *compiled_->given().system;
  std::vector<std::string> out;
  for (const ModelInput& input : system.hybrid.inputs) out.push_back(system.names.Text(input.name));
  return out;
}

std::vector<std::string> Instance::NamesOfParameters() const {
  std::vector<std::string> out;
  for (const ParameterId p : responses_->parameters()) out.push_back(NameOf(*compiled_->given().system, p));
  return out;
}

Result<Unit> Instance::MoveResponses(ResponseOf of, ResponseTo to) {
  bool is_new = !is_differentiated_;
  if (is_new) {
    if (auto values = Values(); !values) return Failure{std::move(values).error()};
    responses_->MoveTo(time_, *running_.states, SetFromOutside(*compiled_->given().system, parameters_));
    is_differentiated_ = true;
  }
  if (responses_->NeedsInfluences(of, to)) {
    responses_->AddInfluences();
    is_new = true;
  }
  if (responses_->NeedsIndicators(of)) {
    std::vector<double> slopes(num_indicators());
    if (auto found = Indicators(slopes); !found) return found;
    running_.events->iteration().RootSlopes(slopes);
    responses_->AddIndicators(*running_.states, slopes);
    is_new = true;
  }
  if (is_new) diagnostics_.AppendNew(responses_->FindApproximated());
  return Unit{};
}

Result<linear::DenseMatrix> Instance::Jacobian(ResponseOf of, ResponseTo to) {
  if (auto moved = MoveResponses(of, to); !moved) return Failure{std::move(moved).error()};
  return responses_->Jacobian(of, to);
}

Result<Unit> Instance::DirectionalProduct(ResponseOf of, ResponseTo to, std::span<const double> direction,
                                          std::span<double> out) {
  if (auto moved = MoveResponses(of, to); !moved) return moved;
  DAEDALUS_CHECK(direction.size() == responses_->Size(to) && out.size() == responses_->Size(of),
                 "one value for each row and column");
  return responses_->Forward(of, to, direction, out);
}

Result<Unit> Instance::AdjointProduct(ResponseOf of, ResponseTo to, std::span<const double> weights,
                                      std::span<double> out) {
  if (auto moved = MoveResponses(of, to); !moved) return moved;
  DAEDALUS_CHECK(weights.size() == responses_->Size(of) && out.size() == responses_->Size(to),
                 "one value for each row and column");
  return responses_->Backward(of, to, weights, out);
}

// ---- steps and events ----

simulate::StepAccess Instance::LastStep() {
  return {.begin = past_.time, .read = [this](double t) { return ReadInside(t); }};
}

// Reads values between the last completed step and the point that was set: states are cubic Hermite
// polynomials.
bool Instance::ReadInside(double t) {
  if (t == time_ || t <= past_.time || past_.states.size() != states_.size())
    return running_.states->QuantitiesAt(t, states_, {}).has_value();
  const double h = time_ - past_.time, s = (t - past_.time) / h;
  std::vector<double> inside(states_.size());
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const double change = states_[i] - past_.states[i];
    const double bend = h * ((1 - s) * past_.slopes[i] - s * slopes_[i]) - (1 - 2 * s) * change;
    inside[i] = past_.states[i] + s * change + s * (1 - s) * bend;
  }
  return running_.states->QuantitiesAt(t, inside, {}).has_value();
}

// Reports violations that were not reported before.
Result<Unit> Instance::Check() {
  auto values = Values();
  if (!values) return Failure{std::move(values).error()};
  Diagnostics found;
  found.Append(assertions_->Check(time_, *values, running_.states->Slopes()));
  if (found.HasErrors()) return Failure{found.Take()};
  diagnostics_.Append(found.Take());
  return Unit{};
}

// Records what delays need, up to the point that was read last.
Result<Unit> Instance::KeepPast() {
  if (!running_.events->has_past() || !(time_ > past_.time)) return Unit{};
  return running_.events->KeepPast(time_, LastStep());
}

double Instance::StepLimit() const {
  if (!running_.events || !running_.events->has_past()) return kNever;
  return running_.events->iteration().StepLimit(time_);
}

Result<Instance::Step> Instance::CompleteStep() {
  is_differentiated_ = false;
  if (auto slopes = Derivatives(); !slopes) return Failure{std::move(slopes).error()};
  if (running_.events) {
    running_.events->CountStep();
    if (auto due = running_.events->CheckOverdue(time_); !due) return Failure{std::move(due).error()};
    const auto wants_event = running_.events->EndStep(time_, LastStep());
    if (!wants_event) return Failure{wants_event.error()};
    if (*wants_event) next_instant_ = time_;
    if (auto kept = KeepPast(); !kept) return Failure{std::move(kept).error()};
  }
  if (auto checked = Check(); !checked) return Failure{std::move(checked).error()};
  running_.states->current().tier_up().AfterStep();
  const auto changed = running_.states->ConsiderHere(time_);
  if (!changed) return Failure{changed.error()};
  if (*changed) TakeStates();
  past_ = {time_, states_, slopes_};
  return Step{.has_new_states = *changed};
}

Result<double> Instance::ChoiceMargin() {
  if (auto values = Values(); !values) return Failure{std::move(values).error()};
  return running_.states->MarginHere(time_);
}

Result<Instance::Step> Instance::ImproveStates() {
  is_differentiated_ = false;
  if (auto values = Values(); !values) return Failure{std::move(values).error()};
  const auto changed = running_.states->ConsiderHere(time_, true);
  if (!changed) return Failure{changed.error()};
  if (*changed) TakeStates();
  past_ = {time_, states_, slopes_};
  return Step{.has_new_states = *changed};
}

// Takes the states from the point that was read last.
void Instance::TakeStates() {
  differentiated_ = {};
  simulate::Segment& segment = running_.states->current();
  states_ = segment.causal()->StatesOf(segment.causal()->workspace().y);
  slopes_ = segment.causal()->StatesOf(segment.causal()->workspace().yp);
}

Result<Instance::Event> Instance::HandleEvent() {
  if (!running_.events) return Event{};
  is_differentiated_ = false;
  // The caller has perhaps not reported the end of the step.
  if (auto slopes = Derivatives(); !slopes) return Failure{std::move(slopes).error()};
  if (auto kept = KeepPast(); !kept) return Failure{std::move(kept).error()};
  std::vector<double> indicators(num_indicators());
  if (auto found = Indicators(indicators); !found) return Failure{std::move(found).error()};
  std::vector<std::int32_t> crossed;
  for (std::size_t k = 0; k < indicators.size(); ++k) {
    if (!(indicators[k] > 0)) crossed.push_back(static_cast<std::int32_t>(k));
  }
  const auto handled = running_.events->Handle(time_, crossed, LastStep());
  if (!handled) return Failure{handled.error()};
  if (handled->is_moved) {
    if (auto restarted = running_.states->Restart(time_); !restarted)
      return Failure{std::move(restarted).error()};
    TakeStates();
  }
  next_instant_ = running_.events->iteration().NextInstant(time_);
  past_ = {time_, states_, slopes_};
  if (auto checked = Check(); !checked) return Failure{std::move(checked).error()};
  return Event{
      .ends = handled->ends, .has_new_states = handled->has_new_states, .has_new_values = handled->is_moved};
}

const std::optional<Diagnostic>& Instance::termination() const {
  static const std::optional<Diagnostic> none;
  return running_.events ? running_.events->termination() : none;
}

// ---- saved states ----

Result<simulate::ModelState> Instance::Save() {
  if (auto values = Values(); !values) return Failure{std::move(values).error()};
  simulate::ModelState state =
      simulate::SaveState(*compiled_, time_, *running_.states, running_.events.get());
  if (auto restored = Restore(state); !restored) return Failure{std::move(restored).error()};
  return state;
}

Result<Unit> Instance::Restore(const simulate::ModelState& state) {
  if (auto checked = simulate::CheckState(state, *compiled_); !checked) return checked;
  return Continue(state, simulate::ParametersOf(state, *compiled_));
}

Result<Unit> Instance::ApplyParameters() {
  if (auto values = Values(); !values) return Failure{std::move(values).error()};
  return Continue(simulate::SaveState(*compiled_, time_, *running_.states, running_.events.get()),
                  parameters_);
}

Result<Unit> Instance::Continue(const simulate::ModelState& state,
                                std::vector<ParameterOverride> parameters) {
  simulate::StartRequest request = Request(state.time);
  auto numbers = compiled_->WithOverrides(parameters);
  if (!numbers) return Failure{std::move(numbers).error()};
  request.numbers = *std::move(numbers);
  request.from = std::make_shared<const simulate::ModelState>(state);
  request.settings.inputs = nullptr;  // they are part of the state
  simulate::FoundStart found;
  if (auto resumed = simulate::Resume(request, found); !resumed) return resumed;
  if (auto begun = Begin(std::move(found), state.time); !begun) return begun;
  parameters_ = std::move(parameters);
  for (std::size_t i = 0; i < inputs_.size(); ++i) inputs_[i] = running_.events->iteration().InputValue(i);
  return Unit{};
}

}  // namespace daedalus::model
