#include "daedalus/programs/causal/analysis.h"

#include <algorithm>

namespace daedalus::causal {

Result<Analysis> Analyze(System system, const PivotContext& pivots, const ProgramOptions& options) {
  Analysis out;
  out.system = std::move(system);
  out.incidence = IncidenceOf(out.system);
  auto solvability = CheckSolvability(out.system, out.incidence);
  if (!solvability) return Failure{std::move(solvability).error()};
  out.solvability = std::move(*solvability);
  out.program = BuildProgram(out.system, out.incidence, out.solvability.matching, pivots, options);
  for (const Block& block : out.program.blocks)
    out.largest_block = std::max<std::size_t>(out.largest_block, block.rows.size());
  return out;
}

}  // namespace daedalus::causal
