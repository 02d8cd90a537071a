#include "daedalus/system/routine/routine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "daedalus/system/expr/apply.h"
#include "daedalus/system/routine/tangent.h"
#include "daedalus/system/routine/unused_inputs.h"

namespace daedalus::routine {
namespace {

bool Fail(std::string* why, std::string text) {
  if (why != nullptr) *why = std::move(text);
  return false;
}

double Operate(expr::Op op, const double* r, const Register* operands, std::uint32_t count) {
  constexpr std::uint32_t kFew = 8;
  std::array<double, kFew> few;
  if (count <= kFew) {
    for (std::uint32_t i = 0; i < count; ++i) few[i] = r[operands[i]];
    return expr::ApplyOp(op, {few.data(), count});
  }
  std::vector<double> many(count);
  for (std::uint32_t i = 0; i < count; ++i) many[i] = r[operands[i]];
  return expr::ApplyOp(op, many);
}

bool Call(const Routine& routine, const Instruction& i, double* r, std::string* why) {
  const RoutineBody& body = routine.body();
  const expr::Function& f = body.calls[i.a] ? *body.calls[i.a] : routine;
  const std::size_t inputs = f.num_inputs(), outputs = f.num_outputs();
  const Register* const operands = body.operands.data() + i.b;
  Frame frame(inputs + outputs);
  double* const in = frame.registers();
  for (std::size_t k = 0; k < inputs; ++k) in[k] = r[operands[k]];
  if (!f.Evaluate({in, inputs}, {in + inputs, outputs}, why)) return false;
  for (std::size_t k = 0; k < outputs; ++k) r[operands[inputs + k]] = in[inputs + k];
  return true;
}

bool TakeSteps(RunState& run, std::size_t steps, std::string* why) {
  run.steps_left -= static_cast<std::int64_t>(steps);
  return run.steps_left >= 0 || Fail(why, fmt::format("it does not end within {} steps", kMaxSteps));
}

bool Take(const Instruction& i, double* r, RunState& run, std::string* why) {
  const double place = TakeArray(run, r[i.b]);
  if (place < 0.0) {
    return Fail(
        why, fmt::format("there is no room for an array of {} elements: all of them together have at most {}",
                         r[i.b], kArenaSize));
  }
  r[i.a] = place;
  return TakeSteps(run, 0, why);
}

// What is about arrays in the arena; false after a failure.
bool ExecuteInArena(const Instruction& i, double* r, RunState& run, std::string* why) {
  switch (i.code) {
    case Code::kTake:
      return Take(i, r, run, why);
    case Code::kLoadAt:
      r[i.a] = run.arena[static_cast<std::int64_t>(r[i.b]) + static_cast<std::int64_t>(r[i.c])];
      return true;
    case Code::kStoreAt:
      run.arena[static_cast<std::int64_t>(r[i.b]) + static_cast<std::int64_t>(r[i.c])] = r[i.a];
      return true;
    case Code::kCheckWithin:
      return (r[i.a] >= 1.0 && r[i.a] <= r[i.b]) ||
             Fail(why, fmt::format("the subscript {} is not between 1 and {}", r[i.a], r[i.b]));
    case Code::kCheckSize:
      return r[i.a] >= 0.0 || Fail(why, fmt::format("the size of an array cannot be {}", r[i.a]));
    case Code::kCheckSame:
      return r[i.a] == r[i.b] ||
             Fail(why, fmt::format("arrays of sizes {} and {} do not fit together", r[i.a], r[i.b]));
    case Code::kMark:
      r[i.a] = static_cast<double>(run.arena_top);
      return true;
    default:
      run.arena_top = static_cast<std::int64_t>(r[i.a]);
      return true;
  }
}

// Until the end of the code; false after a failure.
bool Execute(const Routine& routine, double* r, std::string* why) {
  const RoutineBody& body = routine.body();
  RunState& run = ThreadRun();
  const std::size_t end = body.code.size();
  if (!TakeSteps(run, end, why)) return false;
  for (std::size_t at = 0; at < end; ++at) {
    const Instruction& i = body.code[at];
    switch (i.code) {
      case Code::kMove:
        r[i.a] = r[i.b];
        break;
      case Code::kOperation:
        r[i.a] = Operate(i.op, r, body.operands.data() + i.b, i.count);
        break;
      case Code::kLoad:
        r[i.a] = r[i.b + static_cast<std::uint32_t>(r[i.c])];
        break;
      case Code::kStore:
        r[i.b + static_cast<std::uint32_t>(r[i.c])] = r[i.a];
        break;
      case Code::kCheckIndex:
        if (!(r[i.a] >= 1.0 && r[i.a] <= static_cast<double>(i.b))) {
          return Fail(why, fmt::format("the subscript {} is not between 1 and {}", r[i.a], i.b));
        }
        break;
      case Code::kJumpIfFalse:
        if (r[i.a] != 0.0) break;
        [[fallthrough]];
      case Code::kJump:
        if (i.b <= at && !TakeSteps(run, StepsBack(at, i.b), why)) return false;
        at = i.b - std::size_t{1};
        break;
      case Code::kCall:
        if (!Call(routine, i, r, why)) return false;
        break;
      case Code::kFail: {
        if (why == nullptr) return false;
        std::vector<double> values;
        for (const Register value : body.texts[i.a].values) values.push_back(r[value]);
        return Fail(why, body.texts[i.a].fill(values));
      }
      default:
        if (!ExecuteInArena(i, r, run, why)) return false;
    }
  }
  return true;
}

bool Holds(const DerivativeRule& rule, const expr::Graph& g, std::span<const expr::ExprId> x,
           std::span<const expr::ExprId> dx, bool is_by_time) {
  const auto is_constant = [&](std::size_t i) { return g.IsConstant(dx[i], 0.0); };
  return std::ranges::all_of(rule.constant, is_constant) &&
         (is_by_time || std::ranges::all_of(rule.by_time_only, is_constant)) &&
         std::all_of(rule.pairs.begin(), rule.pairs.end(),
                     [&](const auto& pair) { return dx[pair.first] == x[pair.second]; });
}

}  // namespace

bool Routine::DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const {
  RunState& run = ThreadRun();
  if (run.depth == 0) run.steps_left = kMaxSteps;
  if (const RoutineFunction code = machine_code()) {
    const std::int64_t steps_left = run.steps_left;
    if (code(in.data(), out.data(), &run) != 0) return true;
    if (why == nullptr) return false;
    run.steps_left = steps_left;
  }
  if (run.depth >= kMaxDepth)
    return Fail(why, fmt::format("functions call each other more than {} levels deep", kMaxDepth));
  ++run.depth;
  const std::int64_t arena_top = run.arena_top;
  const bool ok = Interpret(in, out, why);
  if (!ok || !body_.keeps_arena) run.arena_top = arena_top;
  --run.depth;
  return ok;
}

bool Routine::Interpret(std::span<const double> in, std::span<double> out, std::string* why) const {
  Frame frame(body_.num_registers);
  double* const r = frame.registers();
  std::copy(in.begin(), in.end(), r);
  std::fill(r + in.size(), r + body_.num_registers, std::numeric_limits<double>::quiet_NaN());
  for (const auto& [at, number] : body_.constants) r[at] = number;
  if (!Execute(*this, r, why)) return false;
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = r[body_.outputs[k]];
  return true;
}

void Routine::UseMachineCode(RoutineFunction function, std::shared_ptr<const void> owner) const {
  const std::lock_guard lock(installing_);
  if (machine_code() != nullptr) return;
  owner_ = std::move(owner);
  machine_code_.store(function, std::memory_order_release);
}

std::shared_ptr<const Routine> Routine::WithoutRules() const {
  const auto copy = std::make_shared<Routine>(name(), num_inputs(), num_outputs(), body_);
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
  copy->SetSearched(searched_);
  return copy;
}

void Routine::SetSearched(std::vector<std::size_t> inputs) {
  searched_ = std::move(inputs);
  if (searched_.empty()) return;
  without_tangent_ = std::make_shared<Routine>(name(), num_inputs(), num_outputs(), body_);
  without_tangent_->has_tangent_ = false;
}

std::shared_ptr<const expr::Function> Routine::MakeTangent() const {
  return has_tangent_ ? TangentOf(*this) : nullptr;
}

expr::ExprId Routine::Derivative(expr::Graph& g, std::span<const expr::ExprId> x,
                                 std::span<const expr::ExprId> dx, std::size_t output, bool is_exact) const {
  const auto rule =
      std::ranges::find_if(rules_, [&](const DerivativeRule& r) { return Holds(r, g, x, dx, is_exact); });
  if (rule == rules_.end()) {
    const bool varies = std::any_of(searched_.begin(), searched_.end(),
                                    [&](std::size_t input) { return !g.IsConstant(dx[input], 0.0); });
    const Function& differentiated = varies ? *without_tangent_ : *this;
    return differentiated.Function::Derivative(g, x, dx, output, is_exact);
  }
  if (rule->outputs[output] == DerivativeRule::kNoDerivative) return g.Constant(0.0);
  std::vector<expr::ExprId> operands(x.begin(), x.end());
  for (const std::size_t input : rule->inputs) operands.push_back(dx[input]);
  return g.Call(g.AddFunction(rule->function), rule->outputs[output], operands);
}

}  // namespace daedalus::routine
