#include "daedalus/model/simulate/compiled_model.h"

#include "daedalus/model/simulate/fingerprint.h"
#include "daedalus/numerics/integrate/suite/methods.h"

namespace daedalus::simulate {
namespace {

// In small models df/dx of the causal form may be full; its cost grows faster than that of sparse residuals.
constexpr std::size_t kSmallModel = 200;
constexpr std::size_t kManyStates = 500;  // of reduced models
// The number of choices kept here. Instances keep those that they use.
constexpr std::size_t kMaxCompiled = 64;

}  // namespace

CompiledModel::CompiledModel(compile::GivenModel given, ModelForm form, std::string method)
    : given_(std::move(given)),
      fingerprint_(FingerprintOf(*given_.system)),
      form_(form),
      method_(std::move(method)) {
  // In the graph of the given system itself, which nobody reads yet.
  if (!given_.reduction) static_cast<void>(AsGiven(given_));  // kept for the first caller
}

Result<std::shared_ptr<const compile::GivenModel>> CompiledModel::WithValues(
    std::span<const ParameterValue> values) const {
  std::vector<ParameterOverride> overrides;
  for (const ParameterValue& value : values) {
    auto parameter = FindSettableParameter(*given_.system, value.name, value.value);
    if (!parameter) return Failure{std::move(parameter).error()};
    overrides.push_back({*parameter, value.value});
  }
  return WithOverrides(overrides);
}

Result<std::shared_ptr<const compile::GivenModel>> CompiledModel::WithOverrides(
    std::span<const ParameterOverride> overrides) const {
  if (overrides.empty()) return std::shared_ptr<const compile::GivenModel>(shared_from_this(), &given_);
  auto numbers = compile::WithParameters(given_, overrides);
  if (!numbers) return Failure{std::move(numbers).error()};
  return std::make_shared<const compile::GivenModel>(*std::move(numbers));
}

// In the causal form accelerations and forces are functions of the states; the residual form knows them only
// up to the error of its derivatives (docs/decisions/009). The residual form is the one that stays sparse.
bool CompiledModel::WantsOde(const compile::PreparedModel& model) const {
  if (model.as_it_stands) return false;
  // A model without states has nothing to integrate: everything is computed from the time.
  if (model.incidence.num_differential() == 0) return true;
  if (form_ != ModelForm::kAuto) return form_ != ModelForm::kDae;
  const bool has_many_states = model.incidence.num_differential() > kManyStates;
  if (!model.differentiated.empty() && !has_many_states) return true;
  const integrate::MethodInfo* method = integrate::FindMethod(method_);
  if (!method->implicit || method->needs_constant_mass) return true;
  return method_ == "auto" && !model.is_as_given && model.system->variables.size() <= kSmallModel;
}

const CompiledModel::Choice* CompiledModel::Find(const std::vector<structure::ColumnId>& dummies,
                                                 bool for_start, const std::vector<double>& parameters,
                                                 bool must_be_causal) const {
  for (const Entry& entry : entries_) {
    if (entry.for_start == for_start && entry.choice.dummies == dummies &&
        entry.choice.compiled->HoldsFor(parameters) &&
        (must_be_causal ? entry.choice.compiled->ode() != nullptr : !entry.is_form_forced)) {
      return &entry.choice;
    }
  }
  return nullptr;
}

const CompiledModel::Choice& CompiledModel::Keep(Choice choice, bool for_start, bool is_form_forced) const {
  if (entries_.size() == kMaxCompiled) entries_.pop_front();
  ++num_compiled_;
  return entries_.emplace_back(Entry{std::move(choice), for_start, is_form_forced}).choice;
}

Result<CompiledModel::Choice> CompiledModel::AsGiven(const compile::GivenModel& numbers) const {
  const std::lock_guard lock(mutex_);
  if (const Choice* known = Find({}, false, numbers.parameters)) return *known;
  // Only the first choice is compiled in the graph of the given system. Now others may be reading it.
  compile::PreparedModel model = compile::PrepareAsGiven(
      numbers, num_compiled_ > 0 ? std::make_shared<System>(*numbers.own) : numbers.own);
  const bool wants_ode = WantsOde(model);
  return Keep({{}, std::make_shared<compile::CompiledChoice>(std::move(model), wants_ode), nullptr}, false);
}

Result<CompiledModel::Choice> CompiledModel::ChooseStates(const compile::GivenModel& numbers,
                                                          const causal::PivotPoint& point,
                                                          bool must_be_causal) const {
  const std::lock_guard lock(mutex_);
  const auto selected = numbers.reduction->Select(point);
  if (!selected) return Failure{selected.error()};
  return CompileSelection(numbers, *selected, must_be_causal);
}

Result<CompiledModel::Choice> CompiledModel::ChooseAgain(
    const compile::GivenModel& numbers, const std::vector<structure::ColumnId>& dummies) const {
  const std::lock_guard lock(mutex_);
  const auto selected = numbers.reduction->SelectAgain(dummies);
  if (!selected) {
    return Fail(Error(Code::kBadState, {}, "the state was saved with states that `{}` does not have",
                      numbers.system->name));
  }
  return CompileSelection(numbers, *selected, false);
}

// The caller holds the lock.
Result<CompiledModel::Choice> CompiledModel::CompileSelection(const compile::GivenModel& numbers,
                                                              const structure::StateSelection& selection,
                                                              bool must_be_causal) const {
  if (const Choice* known = Find(selection.dummies, false, numbers.parameters, must_be_causal)) return *known;
  auto model = compile::PrepareStates(numbers, selection);
  if (!model) return Failure{std::move(model).error()};
  const bool wants_ode = WantsOde(*model);
  auto monitor = std::make_shared<StateMonitor>(
      numbers.reduction->given(), numbers.reduction->MatricesOf(selection), numbers.attributes.nominal);
  return Keep({selection.dummies,
               std::make_shared<compile::CompiledChoice>(std::move(*model), wants_ode || must_be_causal),
               std::move(monitor)},
              false, must_be_causal && !wants_ode);
}

Result<CompiledModel::Choice> CompiledModel::ChooseForStart(const compile::GivenModel& numbers,
                                                            double time) const {
  const std::lock_guard lock(mutex_);
  const compile::GivenModel& reduced = *numbers.for_start;
  const auto selected = reduced.reduction->Select(compile::GuessStart(reduced, time, reduced.held).point);
  if (!selected) return Failure{selected.error()};
  const structure::StateSelection& selection = *selected;
  if (const Choice* known = Find(selection.dummies, true, reduced.parameters)) return *known;
  auto model = compile::PrepareStates(reduced, selection);
  if (!model) return Failure{std::move(model).error()};
  model->is_as_given = true;  // all variables are needed, with their slopes
  return Keep(
      {selection.dummies, std::make_shared<compile::CompiledChoice>(std::move(*model), false), nullptr},
      true);
}

std::size_t CompiledModel::num_compiled() const {
  const std::lock_guard lock(mutex_);
  return num_compiled_;
}

}  // namespace daedalus::simulate
