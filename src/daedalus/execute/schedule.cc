#include "daedalus/execute/schedule.h"

#include <algorithm>

namespace daedalus::execute {
namespace {

using causal::BlockKind;
using causal::Program;

std::vector<std::uint32_t> BlockOfColumn(const Program& program, std::uint32_t num_columns) {
  std::vector<std::uint32_t> out(num_columns, 0);
  for (std::uint32_t b = 0; b < program.blocks.size(); ++b) {
    for (const Quantity& unknown : program.UnknownsOf(program.blocks[b])) out[unknown.variable.index()] = b;
  }
  return out;
}

// Calls `visit` with each other block that a block needs, perhaps repeatedly.
template <class Visit>
void ForEachNeed(const Program& program, const structure::Incidence& unknowns,
                 const std::vector<std::uint32_t>& block_of_column, std::uint32_t b, Visit visit) {
  for (const EquationId equation : program.EquationsOf(program.blocks[b])) {
    for (const std::uint32_t column : unknowns.Row(equation.value)) {
      if (block_of_column[column] != b) visit(block_of_column[column]);
    }
  }
}

// Stages one after the other, from blocks that come level by level.
class StageWriter {
 public:
  StageWriter(const Program& program, const ScheduleOptions& options)
      : program_(program), options_(options) {}

  void AddLevel(std::span<const std::uint32_t> blocks) {
    std::vector<std::uint32_t> assignments, loops;
    for (const std::uint32_t b : blocks)
      (program_.blocks[b].kind == BlockKind::kAssignment ? assignments : loops).push_back(b);
    if (assignments.size() >= options_.wide) {
      Flush();
      stages_.push_back({Stage::Kind::kWide, std::move(assignments)});
    } else {
      if (pending_.size() + assignments.size() > options_.narrow_limit) Flush();
      pending_.insert(pending_.end(), assignments.begin(), assignments.end());
    }
    if (!loops.empty()) Flush();
    for (const std::uint32_t b : loops) stages_.push_back({Stage::Kind::kLoop, {b}});
  }

  std::vector<Stage> Take() {
    Flush();
    return std::move(stages_);
  }

 private:
  void Flush() {
    if (!pending_.empty()) stages_.push_back({Stage::Kind::kNarrow, std::move(pending_)});
    pending_.clear();
  }

  const Program& program_;
  const ScheduleOptions& options_;
  std::vector<Stage> stages_;
  std::vector<std::uint32_t> pending_;
};

}  // namespace

std::vector<char> NeededForDerivatives(const Program& program, const structure::Incidence& unknowns) {
  const auto block_of_column = BlockOfColumn(program, unknowns.num_columns);
  std::vector<char> needed(program.blocks.size(), 0);
  // Blocks stand behind what they need, so one sweep backwards is enough.
  for (std::uint32_t b = static_cast<std::uint32_t>(program.blocks.size()); b-- > 0;) {
    const auto own = program.UnknownsOf(program.blocks[b]);
    if (std::any_of(own.begin(), own.end(), [](const auto& unknown) { return unknown.is_derivative(); }))
      needed[b] = 1;
    if (needed[b])
      ForEachNeed(program, unknowns, block_of_column, b, [&](std::uint32_t need) { needed[need] = 1; });
  }
  return needed;
}

std::vector<Stage> Schedule(const Program& program, const structure::Incidence& unknowns,
                            std::span<const char> wanted, const ScheduleOptions& options) {
  const auto block_of_column = BlockOfColumn(program, unknowns.num_columns);
  std::vector<std::uint32_t> level(program.blocks.size(), 0);
  std::vector<std::vector<std::uint32_t>> levels;
  for (std::uint32_t b = 0; b < program.blocks.size(); ++b) {
    if (!wanted[b]) continue;
    ForEachNeed(program, unknowns, block_of_column, b, [&](std::uint32_t need) {
      if (wanted[need]) level[b] = std::max(level[b], level[need] + 1);
    });
    if (level[b] >= levels.size()) levels.resize(level[b] + 1);
    levels[level[b]].push_back(b);
  }
  StageWriter writer(program, options);
  for (const auto& blocks : levels) writer.AddLevel(blocks);
  return writer.Take();
}

}  // namespace daedalus::execute
