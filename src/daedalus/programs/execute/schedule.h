// The blocks of a Program as stages: what can be computed side by side, and what must wait.
//
// The level of a block is one more than the highest level that it needs. All assignments of a level are
// independent, so a wide level is a kernel of its own, compiled by shape. Narrow levels, the usual case of a
// small model, are taken together as long as no loop stands between them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/causal/square_problem.h"

namespace daedalus::execute {

struct Stage {
  enum class Kind : std::uint8_t {
    kWide,    // independent assignments
    kNarrow,  // assignments in order
    kLoop,    // one block
  };
  Kind kind = Kind::kNarrow;
  std::vector<std::uint32_t> blocks;
};

struct ScheduleOptions {
  std::size_t wide = 64;           // assignments on one level: from here on a stage of its own
  std::size_t narrow_limit = 256;  // assignments in a narrow stage
};

// Which other blocks does a block need? Those that compute the unknowns in its equations.
class BlockNeeds {
 public:
  // Both outlive this object.
  BlockNeeds(const causal::Program& program, const causal::SquareProblem& problem);

  // Calls `visit` with each other block that block `b` needs, perhaps repeatedly.
  template <class Visit>
  void ForEach(std::uint32_t b, Visit visit) const {
    ForEachUnknown(b, [&](structure::ColumnId column) { visit(block_of_column_[column]); });
  }
  // The same with the unknowns that it needs of them.
  template <class Visit>
  void ForEachUnknown(std::uint32_t b, Visit visit) const {
    for (const EquationId equation : program_.EquationsOf(program_.blocks[b])) {
      for (const structure::ColumnId column : problem_.incidence.Row(causal::RowOf(equation))) {
        if (block_of_column_[column] != b) visit(column);
      }
    }
  }

 private:
  const causal::Program& program_;
  const causal::SquareProblem& problem_;
  structure::PerColumn<std::uint32_t> block_of_column_;
};

// Which blocks do these unknowns need? The others are outputs.
using IsWanted = std::function<bool(const Quantity&)>;
std::vector<char> NeededFor(const causal::Program& program, const BlockNeeds& needs,
                            const IsWanted& is_wanted);
std::vector<char> NeededForDerivatives(const causal::Program& program, const BlockNeeds& needs);

// Where nobody runs the rest: inner unknowns of linear loops that are neither wanted nor in the equations of
// another block are marked as not read, and not computed. (Those of nonlinear loops are where the untorn
// iteration begins, loop_solver.h.)
void MarkUnread(causal::Program& program, const causal::SquareProblem& problem, const IsWanted& is_wanted);

// Of the blocks with `wanted` as given; what they need of the others is known before.
std::vector<Stage> Schedule(const causal::Program& program, const BlockNeeds& needs,
                            std::span<const char> wanted, const ScheduleOptions& options = {});

}  // namespace daedalus::execute
