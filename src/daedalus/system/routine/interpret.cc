#include "daedalus/system/routine/interpret.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "daedalus/system/expr/apply.h"

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

}  // namespace

bool CallFunction(const Routine& routine, const Instruction& i, double* r, std::string* why) {
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
        if (!CallFunction(routine, i, r, why)) return false;
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

}  // namespace daedalus::routine
