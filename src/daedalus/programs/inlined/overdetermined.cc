#include "daedalus/programs/inlined/overdetermined.h"

#include <algorithm>
#include <set>

#include "daedalus/programs/execute/schedule.h"
#include "daedalus/system/expr/leaves.h"

namespace daedalus::inlined {
namespace {

using causal::Block;
using causal::BlockKind;
using causal::Program;

// The blocks that the invariants need, directly or not.
std::vector<char> NeededForInvariants(const System& system, const causal::SquareProblem& problem,
                                      const Program& program) {
  std::set<VariableId> wanted;  // a step has no derivatives
  expr::LeafCollector collector;
  for (const Invariant& invariant : system.invariants) {
    for (const expr::VariableLeaf& leaf :
         collector.Collect(system.graph, invariant.equation.residual).variables)
      wanted.insert(leaf.variable);
  }
  const execute::BlockNeeds needs(program, problem);
  return execute::NeededFor(program, needs, [&](const Quantity& q) { return wanted.contains(q.variable); });
}

// Writes a Program anew, block by block.
class ProgramWriter {
 public:
  explicit ProgramWriter(const Program& from) : from_(from) {
    out_.decided_by_sign = from.decided_by_sign;
    out_.decided_by_size = from.decided_by_size;
  }
  void Begin(Block block) {
    block.rows = {Size(out_.equations), 0};
    block.assignments = {Size(out_.assignments), 0};
    block.tearing = {Size(out_.tearing), 0};
    out_.blocks.push_back(block);
  }
  void Append(const Block& block) {
    const auto append = [](auto& to, const auto& part) { to.insert(to.end(), part.begin(), part.end()); };
    append(out_.equations, from_.EquationsOf(block));
    append(out_.unknowns, from_.UnknownsOf(block));
    append(out_.assignments, from_.AssignmentsOf(block));
    append(out_.tearing, from_.TearingOf(block));
    append(out_.residuals, from_.ResidualsOf(block));
    Block& open = out_.blocks.back();
    open.rows.end = Size(out_.equations);
    open.assignments.end = Size(out_.assignments);
    open.tearing.end = Size(out_.tearing);
  }
  // All unknowns are those of the iteration.
  void AppendWhole(const Block& block) {
    Append({block.kind, block.method, block.rows, {}, {}});
    const auto unknowns = from_.UnknownsOf(block);
    const auto equations = from_.EquationsOf(block);
    out_.tearing.insert(out_.tearing.end(), unknowns.begin(), unknowns.end());
    out_.residuals.insert(out_.residuals.end(), equations.begin(), equations.end());
    out_.blocks.back().tearing.end = Size(out_.tearing);
  }
  Program Take() && { return std::move(out_); }

 private:
  template <class T>
  static std::uint32_t Size(const std::vector<T>& list) {
    return static_cast<std::uint32_t>(list.size());
  }
  const Program& from_;
  Program out_;
};

}  // namespace

bool TakeInvariants(const causal::InlinedSystem& step, const causal::SquareProblem& problem,
                    Program& program) {
  const System& system = step.system;
  if (system.invariants.empty()) return false;
  const std::vector<char> needed = NeededForInvariants(system, problem, program);
  const std::size_t count = program.blocks.size();
  std::size_t first = 0;  // the first loop that they need
  while (first < count && !(needed[first] && program.blocks[first].kind != BlockKind::kAssignment)) ++first;
  if (first == count) return false;
  ProgramWriter writer(program);
  const auto copy = [&](std::size_t b) {
    writer.Begin(program.blocks[b]);
    writer.Append(program.blocks[b]);
  };
  // What is needed needs nothing that is not, so all of it may come first. Integrations before the first loop
  // are explicit, and yield too.
  const auto integrations = [&](const Block& block) {
    const auto& ends = step.stages.back().integrations;
    const auto own = program.EquationsOf(block);
    return std::ranges::any_of(own, [&](EquationId e) { return std::ranges::find(ends, e) != ends.end(); });
  };
  for (std::size_t b = 0; b < first; ++b) {
    if (needed[b] && integrations(program.blocks[b])) first = b;
  }
  for (std::size_t b = 0; b < first; ++b) copy(b);
  Block merged{BlockKind::kNonlinear, causal::BlockMethod::kSparse, {}, {}, {}};
  merged.takes_invariants = true;
  writer.Begin(merged);
  for (std::size_t b = first; b < count; ++b) {
    if (needed[b]) writer.AppendWhole(program.blocks[b]);
  }
  for (std::size_t b = first; b < count; ++b) {
    if (!needed[b]) copy(b);
  }
  program = std::move(writer).Take();
  for (std::size_t i = 0; i < step.states.size(); ++i)
    program.yielding.push_back({step.stages.back().integrations[i], {step.states[i], 0}});
  return true;
}

}  // namespace daedalus::inlined
