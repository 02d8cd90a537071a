#include "daedalus/model/model.h"

#include <algorithm>
#include <utility>

#include "daedalus/system/model_inputs.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/settable_starts.h"

namespace daedalus::model {
namespace {

// Above this number of unknowns no fallback copies the equations (run/fallback.h).
constexpr std::size_t kMostKept = 20000;
// A sweep over methods and tolerances needs few variants. If there are more, the oldest one is dropped.
constexpr std::size_t kMostVariants = 16;

// Describes the model with the states that a run from this time chooses first.
Result<std::shared_ptr<const ModelDescription>> DescribeAtStart(const simulate::CompiledModel& compiled,
                                                                double start_time) {
  const compile::GivenModel& given = compiled.given();
  auto choice = given.reduction
                    ? compiled.ChooseStates(given, compile::GuessStart(given, start_time, given.held).point)
                    : compiled.AsGiven(given);
  if (!choice) return Failure{std::move(choice).error()};
  return std::make_shared<const ModelDescription>(model::Describe(given, choice->compiled->model()));
}

}  // namespace

std::shared_ptr<const Model> Model::FromSystem(System system) {
  return std::shared_ptr<const Model>(new Model(std::move(system)));
}

Model::Model(System system)
    : name_(system.name),
      experiment_(system.experiment),
      num_equations_(system.equations.size() - NumKept(system)),
      num_unknowns_(system.variables.size()),
      system_(std::move(system)) {}

bool Model::keeps_equations() const {
  return num_unknowns_ <= kMostKept;
}

std::optional<System> Model::CopyEquations() const {
  const std::lock_guard lock(mutex_);
  return system_;
}

Result<Unit> Model::CheckParameter(std::string_view name, double value) const {
  const std::lock_guard lock(mutex_);
  if (!system_ && variants_.empty()) return Unit{};  // it did not compile; the next run reports this
  const System& system = system_ ? *system_ : *variants_.front().variant.compiled->given().system;
  if (auto found = FindSettableParameter(system, name, value); !found)
    return Failure{std::move(found).error()};
  return Unit{};
}

Result<Unit> Model::CheckInput(std::string_view name, double value) const {
  const std::lock_guard lock(mutex_);
  if (!system_ && variants_.empty()) return Unit{};  // it did not compile, as the next run says
  const System& system = system_ ? *system_ : *variants_.front().variant.compiled->given().system;
  if (auto found = FindInput(system, name, value); !found) return Failure{std::move(found).error()};
  return Unit{};
}

bool Model::HasParameter(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  if (!system_ && variants_.empty()) return false;
  return ParameterNamed(system_ ? *system_ : *variants_.front().variant.compiled->given().system, name)
      .has_value();
}

Result<std::shared_ptr<const Model>> Model::WithSettableStarts(std::vector<std::string> variables) const {
  std::ranges::sort(variables);
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find(with_starts_, variables, &WithStarts::variables);
  if (known != with_starts_.end()) return known->model;
  if (!system_) return Fail(ExplainNoEquations());
  auto system = daedalus::WithSettableStarts(*system_, variables);
  if (!system) return Failure{std::move(system).error()};
  if (with_starts_.size() == kMostVariants) with_starts_.erase(with_starts_.begin());
  with_starts_.push_back({std::move(variables), FromSystem(*std::move(system))});
  return with_starts_.back().model;
}

Diagnostic Model::ExplainNoEquations() const {
  return Error(Code::kBadOption, {},
               "`{}` has {} unknowns and was compiled in another way: it cannot be compiled again", name_,
               num_unknowns_)
      .Hint("load the model once more");
}

Result<Model::Variant> Model::Compile(const VariantOptions& options) const {
  const std::lock_guard lock(mutex_);
  if (const Compiled* known = Find(options)) return known->variant;
  auto variant = CompileNow(options);
  if (!variant) return variant;
  if (variants_.size() == kMostVariants) variants_.erase(variants_.begin());
  variants_.push_back({options, *variant, nullptr});
  return variant;
}

Model::Compiled* Model::Find(const VariantOptions& options) const {
  const auto at = std::ranges::find(variants_, options, &Compiled::options);
  return at == variants_.end() ? nullptr : &*at;
}

Result<std::shared_ptr<const ModelDescription>> Model::Describe(const VariantOptions& options) const {
  auto variant = Compile(options);
  if (!variant) return Failure{std::move(variant).error()};
  {
    const std::lock_guard lock(mutex_);
    const Compiled* known = Find(options);
    if (known != nullptr && known->description) return known->description;
  }
  auto made = DescribeAtStart(*variant->compiled, experiment_.start_time.value_or(0));
  if (!made) return made;
  const std::lock_guard lock(mutex_);
  if (Compiled* known = Find(options)) known->description = *made;
  return made;
}

std::size_t Model::num_compiled() const {
  const std::lock_guard lock(mutex_);
  std::size_t sum = 0;
  for (const Compiled& known : variants_) sum += known.variant.compiled->num_compiled();
  return sum;
}

Result<Model::Variant> Model::CompileNow(const VariantOptions& options) const {
  if (!system_) return Fail(ExplainNoEquations());
  System system = keeps_equations() ? *system_ : *std::exchange(system_, std::nullopt);
  Diagnostics diagnostics;
  auto given = compile::ReadGivenModel(std::move(system), options.constraints, options.aliases, diagnostics,
                                       options.sliding);
  if (!given) {
    std::vector<Diagnostic> errors = diagnostics.Take();
    for (Diagnostic& error : std::move(given).error()) errors.push_back(std::move(error));
    return Failure{std::move(errors)};
  }
  given->program.tearing = options.tearing;
  given->program.loop_method = options.loops;
  return Variant{
      std::make_shared<const simulate::CompiledModel>(*std::move(given), options.form, options.method),
      diagnostics.Take()};
}

}  // namespace daedalus::model
