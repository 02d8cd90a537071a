// The blocks of a Program as stages: what can be computed side by side, and what must wait.
//
// The level of a block is one more than the highest level that it needs. All assignments of a level are
// independent, so a wide level is a kernel of its own, compiled by shape. Narrow levels, the usual case of a
// small model, are taken together as long as no loop stands between them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/causal/program.h"
#include "daedalus/structure/incidence.h"

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

// Which blocks does a derivative need? The others are outputs.
std::vector<char> NeededForDerivatives(const causal::Program& program, const structure::Incidence& unknowns);

// Of the blocks with `wanted` as given; what they need of the others is known before. `unknowns` is
// HighestDerivatives(incidence).
std::vector<Stage> Schedule(const causal::Program& program, const structure::Incidence& unknowns,
                            std::span<const char> wanted, const ScheduleOptions& options = {});

}  // namespace daedalus::execute
