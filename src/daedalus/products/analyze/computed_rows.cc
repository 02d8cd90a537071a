#include "daedalus/products/analyze/computed_rows.h"

#include <fmt/format.h>

#include "daedalus/system/print_system.h"

namespace daedalus::analyze {

std::vector<ComputedRow> InOrderOfComputation(const causal::Program& program) {
  std::vector<ComputedRow> out;
  for (std::uint32_t b = 0; b < program.blocks.size(); ++b) {
    const causal::Block& block = program.blocks[b];
    for (const causal::Assignment& a : program.AssignmentsOf(block))
      out.push_back({a.equation, a.unknown, &a, b});
    const auto residuals = program.ResidualsOf(block);
    const auto tearing = program.TearingOf(block);
    for (std::size_t i = 0; i < residuals.size(); ++i) out.push_back({residuals[i], tearing[i], nullptr, b});
  }
  return out;
}

std::string HowSolved(const StructureExplanation& explanation, const ComputedRow& row,
                      const std::string& unknown) {
  constexpr std::size_t kMaxSolutionText = 160;
  const causal::Analysis& analysis = explanation.analysis;
  const causal::Block& block = analysis.program.blocks[row.block];
  if (row.assignment) {
    return fmt::format("solved for {}: {} := {}", unknown, unknown,
                       ExpressionText(analysis.system, row.assignment->value, kMaxSolutionText));
  }
  if (block.assignments.size() > 0)
    return fmt::format("residual of the loop of {}, torn by {}", block.rows.size(), unknown);
  if (block.rows.size() == 1) return fmt::format("solved for {} by iteration", unknown);
  return fmt::format("one of {} equations that are solved together", block.rows.size());
}

}  // namespace daedalus::analyze
