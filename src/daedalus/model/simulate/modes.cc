#include "daedalus/model/simulate/modes.h"

#include <algorithm>
#include <utility>

#include "daedalus/system/expr/leaves.h"

namespace daedalus::simulate {
namespace {

// The number of verdicts that are kept. A model with many switches comes to ever new modes; most of them are
// the usual one.
constexpr std::size_t kMostKnown = 4096;
// The number of combinations that are kept. A periodic motion needs the same few.
constexpr std::size_t kMostCombined = 64;

std::vector<HeldId> HeldInConstraints(const compile::GivenModel& given) {
  std::vector<HeldId> out;
  if (!given.reduction) return out;
  expr::LeafCollector collector;
  const System& system = *given.system;  // the system of the reduction grows while other instances run
  for (const causal::Differentiated& constraint : given.reduction->differentiated()) {
    const auto& held = collector.Collect(system.graph, system.equations[constraint.equation].residual).held;
    out.insert(out.end(), held.begin(), held.end());
  }
  std::ranges::sort(out);
  const auto [first, last] = std::ranges::unique(out);
  out.erase(first, last);
  return out;
}

codegen::Kernel CompileConditions(const compile::GivenModel& given) {
  return codegen::Kernel(codegen::CompileProgram(given.system->graph, given.modes.conditions));
}

std::unique_ptr<Mode> MakeMode(std::shared_ptr<const CompiledModel> model,
                               std::shared_ptr<const compile::GivenModel> numbers) {
  auto mode = std::make_unique<Mode>();
  mode->in_constraints = HeldInConstraints(*numbers);
  if (numbers->conversion.before)
    mode->combinations = std::make_unique<CombinationWatch>(*numbers->system, numbers->conversion);
  mode->model = std::move(model);
  mode->numbers = std::move(numbers);
  return mode;
}

std::unique_ptr<Mode> CompileMode(compile::GivenModel given, const CompiledModel& usual) {
  auto model = std::make_shared<const CompiledModel>(std::move(given), usual.form(), usual.method());
  std::shared_ptr<const compile::GivenModel> numbers{model, &model->given()};
  return MakeMode(std::move(model), std::move(numbers));
}

std::vector<std::string> CombinedTo(const compile::GivenModel& given) {
  std::vector<std::string> out;
  for (const causal::Conversion& conversion : given.conversion.conversions) {
    out.push_back(conversion.before);
    out.push_back(conversion.after);
  }
  return out;
}

}  // namespace

Modes::Modes(std::shared_ptr<const CompiledModel> model, std::shared_ptr<const compile::GivenModel> numbers)
    : conditions_(CompileConditions(*numbers)) {
  usual_ = all_.emplace_back(MakeMode(std::move(model), std::move(numbers))).get();
  combined_[CombinedTo(*usual_->numbers)] = usual_;
  conditioned_ = usual_->numbers;
  Begin();
}

void Modes::Begin() {
  numbers_.assign(conditioned_->modes.conditions.size(), 0);
  const hybrid::EventModel* const events = conditioned_->events.get();
  key_.assign(numbers_.size() + (events ? events->surfaces.size() : 0), 0);
  known_.clear();
}

bool Modes::FindMore(const causal::PivotPoint& here) {
  constexpr std::size_t kMostLooks = 64;
  if (looked_at_.size() == kMostLooks || !looked_at_.emplace(here.held.begin(), here.held.end()).second)
    return false;
  auto more = compile::WithConditionsHere(*conditioned_, here);
  if (!more) return false;
  conditioned_ = std::make_shared<const compile::GivenModel>(*std::move(more));
  conditions_ = CompileConditions(*conditioned_);
  Begin();
  return true;
}

Mode* Modes::Find(std::span<const double> held, std::span<const char> slides) {
  why_.reset();
  if (key_.empty()) return usual_;
  const codegen::KernelInputs inputs{0, nullptr, nullptr, usual_->numbers->parameters.data(), held.data()};
  conditions_.Evaluate(inputs, numbers_.data());
  for (std::size_t i = 0; i < numbers_.size(); ++i) key_[i] = numbers_[i] != 0;
  std::ranges::copy(slides, key_.begin() + static_cast<std::ptrdiff_t>(numbers_.size()));
  auto found = known_.find(key_);
  if (found == known_.end()) {
    if (known_.size() == kMostKnown) std::erase_if(known_, [&](const auto& k) { return k.second.is_usual; });
    found = known_.emplace(key_, Read(key_)).first;
  }
  why_ = found->second.why;
  return found->second.is_usual ? usual_ : found->second.own;
}

Modes::Known Modes::Read(std::span<const char> values) {
  auto given =
      compile::ReadMode(*conditioned_, values.first(numbers_.size()), values.subspan(numbers_.size()));
  if (!given) {
    Diagnostic why = std::move(given).error().at(0);
    const bool may_repeat = why.code == Code::kStructurallySingular;
    why.code = Code::kModeNotSolvable;
    return {may_repeat, nullptr, std::move(why)};
  }
  if (!*given) return {true, nullptr, {}};
  ++num_own_;
  return {false, all_.emplace_back(CompileMode(std::move(**given), *usual_->model)).get(), {}};
}

Mode* Modes::CombineAnew(const causal::PivotPoint& here) {
  auto given = compile::CombineAnew(*usual_->numbers, here);
  if (!given) return nullptr;
  const auto [found, is_new] = combined_.try_emplace(CombinedTo(*given));
  if (is_new && combined_.size() <= kMostCombined)
    found->second = all_.emplace_back(CompileMode(std::move(*given), *usual_->model)).get();
  return found->second == usual_ ? nullptr : found->second;
}

Result<compile::Jump> Modes::Enter(Mode& mode, double t, const compile::ReadQuantity& before,
                                   const compile::ReadQuantity& size, std::span<const double> held,
                                   double tolerance) {
  if (!mode.numbers->reduction) return compile::Jump{};
  if (!mode.jump)
    mode.jump = std::make_unique<const compile::JumpSystem>(*mode.numbers->system, *mode.numbers->reduction);
  return mode.jump->Solve(t, before, size, mode.numbers->parameters, held, tolerance);
}

}  // namespace daedalus::simulate
