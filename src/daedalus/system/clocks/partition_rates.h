// The clock of each partition, and what to tell where there is none or more than one.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/system/clocks/clocked_text.h"
#include "daedalus/system/clocks/infer_rates.h"
#include "daedalus/system/clocks/partition.h"

namespace daedalus::clocks {

struct PartitionClock {
  Rate rate;
  std::uint32_t constructor = 0;  // of its base, in ClockedText::constructors
};

struct PartitionClocks {
  std::vector<std::optional<PartitionClock>> clocks;  // by partition
  std::vector<const SolverChoice*> solvers;           // by partition; nullptr if none
  std::vector<Diagnostic> errors;
};

PartitionClocks FindPartitionClocks(const System& system, const ClockedText& text, Partitions& partitions);

}  // namespace daedalus::clocks
