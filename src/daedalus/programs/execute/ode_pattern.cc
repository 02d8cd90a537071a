#include "daedalus/programs/execute/ode_pattern.h"

#include <algorithm>
#include <vector>

namespace daedalus::execute {
namespace {

// The sets of states, block after block, in one array.
class StateSets {
 public:
  StateSets(const causal::SystemIncidence& incidence, const causal::Program& program)
      : incidence_(incidence),
        unknowns_(causal::HighestDerivatives(incidence)),
        block_of_(unknowns_.num_columns, 0) {
    state_of_.assign(unknowns_.num_columns, 0);
    mark_.assign(incidence.num_differential(), 0);
    std::uint32_t next = 0;
    for (std::size_t v = 0; v < state_of_.size(); ++v) {
      if (incidence.is_differential[v]) state_of_[v] = next++;
    }
    for (std::uint32_t b = 0; b < program.blocks.size(); ++b) {
      for (const Quantity& unknown : program.UnknownsOf(program.blocks[b]))
        block_of_[unknown.variable.index()] = b;
    }
  }

  void AddBlock(std::span<const EquationId> equations) {
    const auto block = static_cast<std::uint32_t>(starts_.size() - 1);
    ++visit_;
    for (const EquationId equation : equations) {
      for (const structure::ColumnId v : incidence_.variables.Row(causal::RowOf(equation))) {
        if (incidence_.is_differential[v.index()]) Insert(state_of_[v.index()]);
      }
      for (const structure::ColumnId column : unknowns_.Row(causal::RowOf(equation))) {
        if (block_of_[column.index()] >= block) continue;
        for (const std::uint32_t state : Of(block_of_[column.index()])) Insert(state);
      }
    }
    states_.insert(states_.end(), found_.begin(), found_.end());
    found_.clear();
    starts_.push_back(states_.size());
  }

  std::span<const std::uint32_t> Of(std::uint32_t block) const {
    return {states_.data() + starts_[block], starts_[block + 1] - starts_[block]};
  }
  std::uint32_t StateOf(VariableId v) const { return state_of_[v.index()]; }
  std::size_t size() const { return states_.size(); }

 private:
  void Insert(std::uint32_t state) {
    if (mark_[state] == visit_) return;
    mark_[state] = visit_;
    found_.push_back(state);
  }

  const causal::SystemIncidence& incidence_;
  structure::Incidence unknowns_;
  std::vector<std::uint32_t> block_of_, state_of_;  // per variable
  std::vector<std::uint32_t> mark_;                 // per state
  std::uint32_t visit_ = 0;
  std::vector<std::uint32_t> found_, states_;
  std::vector<std::size_t> starts_{0};
};

}  // namespace

std::optional<linear::SparsePattern> OdePattern(const causal::SystemIncidence& incidence,
                                                const causal::Program& program, std::size_t max_entries) {
  StateSets sets(incidence, program);
  std::vector<linear::Entry> entries;
  for (std::uint32_t b = 0; b < program.blocks.size(); ++b) {
    sets.AddBlock(program.EquationsOf(program.blocks[b]));
    if (sets.size() + entries.size() > max_entries) return std::nullopt;
    for (const Quantity& unknown : program.UnknownsOf(program.blocks[b])) {
      if (!unknown.is_derivative()) continue;
      for (const std::uint32_t state : sets.Of(b))
        entries.push_back(
            {static_cast<std::int32_t>(sets.StateOf(unknown.variable)), static_cast<std::int32_t>(state)});
    }
  }
  const auto n = static_cast<std::int32_t>(incidence.num_differential());
  return linear::PatternFromEntries(n, n, entries);
}

}  // namespace daedalus::execute
