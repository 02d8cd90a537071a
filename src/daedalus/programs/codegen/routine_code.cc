#include "daedalus/programs/codegen/routine_code.h"

#include <unordered_map>
#include <unordered_set>

#include "daedalus/programs/codegen/machine_code_module.h"
#include "daedalus/system/routine/back_reference.h"
#include "daedalus/system/routine/flow.h"
#include "daedalus/system/routine/whole_numbers.h"

namespace daedalus::codegen {
namespace {

using routine::Routine;

std::int32_t CallThroughInterface(const expr::Function* function, const double* in, double* out) {
  return function->Evaluate({in, function->num_inputs()}, {out, function->num_outputs()}) ? 1 : 0;
}

// Calls that are remembered go through the interface, which looks into the memory.
routine::RoutineFunction CodeOf(const expr::Function& function) {
  const auto* const routine = dynamic_cast<const Routine*>(routine::Resolved(&function));
  return routine != nullptr && !routine->cost().is_remembered ? routine->machine_code() : nullptr;
}

routine::RunState* RunOfThread() {
  return &routine::ThreadRun();
}

double* ArenaOfRun(routine::RunState* run) {
  return routine::ArenaOf(*run);
}

double TakeArrayOfRun(routine::RunState* run, double count) {
  return routine::TakeArray(*run, count);
}

// A level of a recursion keeps its registers on the stack of the processor, a thousand levels deep: such
// routines must not have many.
constexpr std::uint32_t kMostRegistersOfRecursion = 1000;

// Whether it calls itself, or something calls back in a circle, at any distance.
bool MayRecurse(const Routine& routine, std::unordered_set<const Routine*>& seen) {
  if (!seen.insert(&routine).second) return false;
  for (const routine::Callee& callee : routine.body().calls) {
    if (!callee || dynamic_cast<const routine::BackReference*>(callee.get()) != nullptr) return true;
    const auto* const called = dynamic_cast<const Routine*>(callee.get());
    if (called != nullptr && MayRecurse(*called, seen)) return true;
  }
  return false;
}

bool IsTooLarge(const Routine& routine, const MachineCodeOptions& options) {
  if (routine.body().code.size() > options.longest_routine) return true;
  std::unordered_set<const Routine*> seen;
  return routine.body().num_registers > kMostRegistersOfRecursion && MayRecurse(routine, seen);
}

void KeepInterpreted(const expr::Function* function, std::unordered_set<const Routine*>& seen) {
  const auto* const routine = dynamic_cast<const Routine*>(routine::Resolved(function));
  if (routine == nullptr || !seen.insert(routine).second) return;
  routine->StayInterpreted();
  for (const routine::Callee& callee : routine->body().calls) KeepInterpreted(callee.get(), seen);
}

// The routines that have no code yet, each before those that it calls.
class Units {
 public:
  explicit Units(const MachineCodeOptions& options) : options_(options) {}

  void Add(const expr::Function* function) {
    const auto* const routine = dynamic_cast<const Routine*>(routine::Resolved(function));
    if (routine == nullptr || routine->machine_code() != nullptr) return;
    if (IsTooLarge(*routine, options_)) return;
    if (numbers_.try_emplace(routine, static_cast<std::uint32_t>(units_.size())).second)
      units_.push_back({routine, {}, {}, {}});
  }

  // With those that they call.
  std::size_t CountInstructions() {
    AddCalled();
    std::size_t count = 0;
    for (const RoutineUnit& unit : units_) count += unit.routine->body().code.size();
    return count;
  }

  // In the order in which they are compiled: what is called comes first.
  std::vector<std::vector<const Routine*>> Parts() {
    constexpr std::size_t kInstructionsOfPart = 2000;
    AddCalled();
    std::vector<std::vector<const Routine*>> parts;
    std::size_t count = kInstructionsOfPart;
    for (auto unit = units_.rbegin(); unit != units_.rend(); ++unit) {
      if (count >= kInstructionsOfPart) parts.emplace_back();
      if (count >= kInstructionsOfPart) count = 0;
      parts.back().push_back(unit->routine);
      count += unit->routine->body().code.size();
    }
    return parts;
  }

  // Of those that were added.
  std::span<const RoutineUnit> Finish() {
    for (RoutineUnit& unit : units_) {
      unit.is_whole = routine::WholeRegisters(*unit.routine);
      unit.blocks = routine::BlockStarts(unit.routine->body());
      for (const routine::Callee& callee : unit.routine->body().calls) {
        const expr::Function* const called = callee ? routine::Resolved(callee.get()) : unit.routine;
        const auto found = numbers_.find(called);
        const auto* const routine = dynamic_cast<const Routine*>(called);
        const bool is_direct = found != numbers_.end() && !routine->cost().is_remembered;
        unit.calls.push_back(is_direct ? found->second : RoutineUnit::kOther);
      }
    }
    return units_;
  }

 private:
  void AddCalled() {
    for (std::size_t u = 0; u < units_.size(); ++u)
      for (const routine::Callee& callee : units_[u].routine->body().calls) Add(callee.get());
  }

  const MachineCodeOptions& options_;
  std::vector<RoutineUnit> units_;
  std::unordered_map<const expr::Function*, std::uint32_t> numbers_;
};

// Null after a success. Others are called by their code, or through the interface.
std::optional<std::string> CompilePart(std::span<const Routine* const> routines,
                                       const MachineCodeOptions& options, const LoadedModule& module) {
  Units part(options);
  for (const Routine* routine : routines) part.Add(routine);
  const std::span<const RoutineUnit> units = part.Finish();
  RoutineCode code;
  std::string error;
  module.compile_routines(units, HostRuntime(), code, error);
  if (!error.empty()) return error;
  for (std::size_t u = 0; u < units.size(); ++u)
    units[u].routine->UseMachineCode(code.functions[u], code.owner);
  return std::nullopt;
}

}  // namespace

MachineCodeRuntime HostRuntime() {
  MachineCodeRuntime runtime;
  runtime.call_function = &CallThroughInterface;
  runtime.code_of = &CodeOf;
  runtime.thread_run = &RunOfThread;
  runtime.take_frame = &routine::TakeFrame;
  runtime.give_frame = &routine::GiveFrame;
  runtime.arena_of = &ArenaOfRun;
  runtime.take_array = &TakeArrayOfRun;
  return runtime;
}

std::optional<std::string> CompileRoutines(std::span<const std::shared_ptr<const expr::Function>> functions,
                                           const MachineCodeOptions& options) {
  Units collected(options);
  for (const auto& function : functions) collected.Add(function.get());
  const std::vector<std::vector<const Routine*>> parts = collected.Parts();
  if (parts.empty()) return std::nullopt;
  const Expected<LoadedModule, std::string> module = LoadMachineCodeModule(options);
  if (!module) return module.error();
  for (const std::vector<const Routine*>& part : parts) {
    if (options.cancelled != nullptr && *options.cancelled) return "the run ended before they were compiled";
    if (auto failure = CompilePart(part, options, *module)) return failure;
  }
  return std::nullopt;
}

std::size_t CountRoutineInstructions(std::span<const std::shared_ptr<const expr::Function>> functions,
                                     const MachineCodeOptions& options) {
  Units collected(options);
  for (const auto& function : functions) collected.Add(function.get());
  return collected.CountInstructions();
}

void KeepInterpreted(std::span<const std::shared_ptr<const expr::Function>> functions) {
  std::unordered_set<const Routine*> seen;
  for (const auto& function : functions) KeepInterpreted(function.get(), seen);
}

std::vector<std::shared_ptr<const expr::Function>> CalledFunctions(const KernelProgram& program) {
  std::vector<std::shared_ptr<const expr::Function>> called;
  for (const KernelGroup& group : program.groups)
    for (const Tape::Call& call : group.tape.calls) called.push_back(call.function);
  return called;
}

}  // namespace daedalus::codegen
