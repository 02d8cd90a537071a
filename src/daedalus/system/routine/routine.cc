#include "daedalus/system/routine/routine.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/routine/call_memory.h"
#include "daedalus/system/routine/interpret.h"
#include "daedalus/system/routine/tangent.h"
#include "daedalus/system/routine/unused_inputs.h"

namespace daedalus::routine {
namespace {

bool Holds(const DerivativeRule& rule, const expr::Graph& g, std::span<const expr::ExprId> x,
           std::span<const expr::ExprId> dx, bool is_by_time) {
  const auto is_constant = [&](std::size_t i) { return g.IsConstant(dx[i], 0.0); };
  return std::ranges::all_of(rule.constant, is_constant) &&
         (is_by_time || std::ranges::all_of(rule.by_time_only, is_constant)) &&
         std::all_of(rule.pairs.begin(), rule.pairs.end(),
                     [&](const auto& pair) { return dx[pair.first] == x[pair.second]; });
}

std::uint64_t NextNumber() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace

Routine::Routine(std::string name, std::size_t num_inputs, std::size_t num_outputs, RoutineBody body)
    : Function(std::move(name), num_inputs, num_outputs),
      body_(std::move(body)),
      cost_(CostOf(body_, num_inputs)),
      number_(NextNumber()) {}

// The interpreter explains failures, so a caller who asks for the reason gets the interpreter.
bool Routine::DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const {
  RunState& run = ThreadRun();
  if (run.depth == 0) run.steps_left = kMaxSteps;
  const bool is_remembered = cost_.is_remembered && run.depth + cost_.height <= kMaxDepth;
  if (why != nullptr || !is_remembered) return Compute(in, out, run, why);
  CallMemory& calls = ThreadCalls();
  const CallMemory::Key key(number_, in);
  if (const CallMemory::Call* const call = calls.Find(key)) {
    run.steps_left -= call->steps;
    if (!call->ok || run.steps_left < 0) return false;
    std::ranges::copy(call->Results(in.size()), out.begin());
    return true;
  }
  const std::int64_t steps_left = run.steps_left;
  const bool ok = Compute(in, out, run, nullptr);
  // Inside another function, it may have failed only because few steps were left.
  if (ok || run.depth == 0) calls.Keep(key, ok, ok ? steps_left - run.steps_left : 0, out);
  return ok;
}

bool Routine::Compute(std::span<const double> in, std::span<double> out, RunState& run,
                      std::string* why) const {
  if (const RoutineFunction code = machine_code()) {
    const std::int64_t steps_left = run.steps_left;
    if (code(in.data(), out.data(), &run) != 0) return true;
    if (why == nullptr) return false;
    run.steps_left = steps_left;
  }
  if (run.depth >= kMaxDepth) {
    if (why != nullptr) *why = fmt::format("functions call each other more than {} levels deep", kMaxDepth);
    return false;
  }
  ++run.depth;
  const std::int64_t arena_top = run.arena_top;
  const bool ok = ExecuteCode(in, out, run, why);
  if (!ok || !body_.keeps_arena) run.arena_top = arena_top;
  --run.depth;
  return ok;
}

bool Routine::ExecuteCode(std::span<const double> in, std::span<double> out, RunState& run,
                          std::string* why) const {
  Frame frame(body_.num_registers);
  double* const r = frame.registers();
  std::copy(in.begin(), in.end(), r);
  const AssembledRoutine* const assembled = why == nullptr ? Assembled() : nullptr;
  if (assembled != nullptr) {
    for (const auto& [at, number] : assembled->initial) r[at] = number;
    if (assembled->function(r, &run) == 0) return false;
  } else {
    std::fill(r + in.size(), r + body_.num_registers, std::numeric_limits<double>::quiet_NaN());
    for (const auto& [at, number] : body_.constants) r[at] = number;
    if (!Execute(*this, r, why)) return false;
  }
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = r[body_.outputs[k]];
  return true;
}

// The thread whose call reaches this number assembles the code. Other threads keep interpreting.
const AssembledRoutine* Routine::Assembled() const {
  constexpr std::int64_t kCallsBefore = 4;
  if (const AssembledRoutine* const code = assembled_.load(std::memory_order_acquire)) return code;
  if (num_interpreted_.fetch_add(1, std::memory_order_relaxed) != kCallsBefore) return nullptr;
  assembled_owner_ = Assemble(*this);
  assembled_.store(assembled_owner_.get(), std::memory_order_release);
  return assembled_owner_.get();
}

void Routine::StayInterpreted() const {
  num_interpreted_.store(std::int64_t{1} << 32, std::memory_order_relaxed);
  assembled_.store(nullptr, std::memory_order_release);
}

void Routine::UseMachineCode(RoutineFunction function, std::shared_ptr<const void> owner) const {
  const std::lock_guard lock(installing_);
  if (machine_code() != nullptr) return;
  owner_ = std::move(owner);
  machine_code_.store(function, std::memory_order_release);
}

std::shared_ptr<const Routine> Routine::WithoutRules() const {
  const auto copy = std::make_shared<Routine>(name(), num_inputs(), num_outputs(), body_);
  copy->number_ = number_;
  copy->SetSearched(searched_);
  return copy;
}

void Routine::HideUnusedInputs() {
  unused_ = FindUnusedInputs(*this);
}

std::shared_ptr<const Routine> Routine::WithoutInverses() const {
  const auto copy = std::make_shared<Routine>(name(), num_inputs(), num_outputs(), body_);
  copy->rules_ = rules_;
  copy->unused_ = unused_;
  copy->number_ = number_;
  copy->SetSearched(searched_);
  return copy;
}

void Routine::SetSearched(std::vector<std::size_t> inputs) {
  searched_ = std::move(inputs);
  if (searched_.empty()) return;
  without_tangent_ = std::make_shared<Routine>(name(), num_inputs(), num_outputs(), body_);
  without_tangent_->number_ = number_;
  without_tangent_->has_tangent_ = false;
}

std::shared_ptr<const expr::Function> Routine::MakeTangent() const {
  return has_tangent_ ? TangentOf(*this) : nullptr;
}

expr::ExprId Routine::ByRule(const DerivativeRule& rule, expr::Graph& g, std::span<const expr::ExprId> x,
                             std::span<const expr::ExprId> dx, std::size_t output) const {
  if (rule.outputs[output] == DerivativeRule::kNoDerivative) return g.Constant(0.0);
  std::vector<expr::ExprId> operands(x.begin(), x.end());
  for (const std::size_t input : rule.inputs) operands.push_back(dx[input]);
  return g.Call(g.AddFunction(rule.function), rule.outputs[output], operands);
}

// A rule with `noDerivative` inputs is a total time derivative, and may include the motion of such an input:
// the derivative of resolve1(R, v) contains R.w. So we take partial derivatives from the body instead. If the
// body searches, we use the rule: it is linear in the other derivatives, so we subtract its value where those
// are zero.
expr::ExprId Routine::Derivative(expr::Graph& g, std::span<const expr::ExprId> x,
                                 std::span<const expr::ExprId> dx, std::size_t output, bool is_exact) const {
  const bool is_searched =
      std::ranges::any_of(searched_, [&](std::size_t input) { return !g.IsConstant(dx[input], 0.0); });
  const auto rule =
      std::ranges::find_if(rules_, [&](const DerivativeRule& r) { return Holds(r, g, x, dx, is_exact); });
  const bool is_partial = rule != rules_.end() && !is_exact && !rule->by_time_only.empty();
  if (rule == rules_.end() || (is_partial && !is_searched && has_tangent_)) {
    const Function& differentiated = is_searched ? *without_tangent_ : *this;
    return differentiated.Function::Derivative(g, x, dx, output, is_exact);
  }
  const expr::ExprId total = ByRule(*rule, g, x, dx, output);
  if (!is_partial) return total;
  const std::vector<expr::ExprId> at_rest(dx.size(), g.Constant(0.0));
  return expr::Difference(g, total, ByRule(*rule, g, x, at_rest, output));
}

}  // namespace daedalus::routine
