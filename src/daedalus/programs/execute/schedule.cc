#include "daedalus/programs/execute/schedule.h"

#include <algorithm>

namespace daedalus::execute {
namespace {

using causal::BlockKind;
using causal::Program;

// A number for each quantity, different ones for different quantities.
std::size_t NumberOf(const Quantity& quantity, int num_orders) {
  return quantity.variable.index() * static_cast<std::size_t>(num_orders) +
         static_cast<std::size_t>(quantity.order);
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

BlockNeeds::BlockNeeds(const Program& program, const causal::SquareProblem& problem)
    : program_(program), problem_(problem), block_of_column_(problem.unknowns.size(), 0) {
  int num_orders = 1;
  std::size_t num_variables = 0;
  for (const Quantity& unknown : problem.unknowns) {
    num_orders = std::max(num_orders, unknown.order + 1);
    num_variables = std::max(num_variables, unknown.variable.index() + 1);
  }
  std::vector<std::uint32_t> block_of(num_variables * static_cast<std::size_t>(num_orders), 0);
  for (std::uint32_t b = 0; b < program.blocks.size(); ++b) {
    for (const Quantity& unknown : program.UnknownsOf(program.blocks[b]))
      block_of[NumberOf(unknown, num_orders)] = b;
  }
  for (const structure::ColumnId column : problem.incidence.Columns())
    block_of_column_[column] = block_of[NumberOf(problem.unknowns[column], num_orders)];
}

std::vector<char> NeededFor(const Program& program, const BlockNeeds& needs, const IsWanted& is_wanted) {
  std::vector<char> needed(program.blocks.size(), 0);
  // Blocks stand behind what they need, so one sweep backwards is enough.
  for (std::uint32_t b = static_cast<std::uint32_t>(program.blocks.size()); b-- > 0;) {
    const auto own = program.UnknownsOf(program.blocks[b]);
    if (std::any_of(own.begin(), own.end(), is_wanted)) needed[b] = 1;
    if (needed[b]) needs.ForEach(b, [&](std::uint32_t need) { needed[need] = 1; });
  }
  return needed;
}

std::vector<char> NeededForDerivatives(const Program& program, const BlockNeeds& needs) {
  return NeededFor(program, needs, [](const Quantity& unknown) { return unknown.is_derivative(); });
}

void MarkUnread(Program& program, const causal::SquareProblem& problem, const IsWanted& is_wanted) {
  const BlockNeeds needs(program, problem);
  structure::PerColumn<char> is_read(problem.unknowns.size(), 0);
  for (std::uint32_t b = 0; b < program.blocks.size(); ++b)
    needs.ForEachUnknown(b, [&](structure::ColumnId column) { is_read[column] = 1; });
  int num_orders = 1;
  for (const Quantity& unknown : problem.unknowns) num_orders = std::max(num_orders, unknown.order + 1);
  std::vector<char> read;
  for (const structure::ColumnId column : problem.incidence.Columns()) {
    const std::size_t number = NumberOf(problem.unknowns[column], num_orders);
    if (number >= read.size()) read.resize(number + 1, 0);
    read[number] = is_read[column];
  }
  for (const causal::Block& block : program.blocks) {
    if (block.kind != BlockKind::kLinear || block.takes_invariants) continue;
    for (std::uint32_t k = block.assignments.begin; k < block.assignments.end; ++k) {
      causal::Assignment& inner = program.assignments[k];
      inner.is_read = is_wanted(inner.unknown) || read[NumberOf(inner.unknown, num_orders)] != 0;
    }
  }
}

std::vector<Stage> Schedule(const Program& program, const BlockNeeds& needs, std::span<const char> wanted,
                            const ScheduleOptions& options) {
  std::vector<std::uint32_t> level(program.blocks.size(), 0);
  std::vector<std::vector<std::uint32_t>> levels;
  for (std::uint32_t b = 0; b < program.blocks.size(); ++b) {
    if (!wanted[b]) continue;
    needs.ForEach(b, [&](std::uint32_t need) {
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
