#include "daedalus/model/initialize/solved_block.h"

#include <fmt/format.h>

#include "daedalus/model/initialize/describe_conditions.h"

namespace daedalus::initialize {
namespace {

std::string Assigned(const System& system, const InitialRow& row) {
  switch (row.kind) {
    case InitialRow::Kind::kFixed:
      return "fixed";
    case InitialRow::Kind::kStart:
      if (system.variables[row.variable].is_start_preferred)
        return "assumed: its start value, because a state has none";
      return system.variables[row.variable].start.IsValid() ? "assumed: its start value, which is not fixed"
                                                            : "assumed: 0, because it has no start value";
    case InitialRow::Kind::kInitialEquation:
      return "initial equation " + ConditionName(system, row);
    case InitialRow::Kind::kEquation:
      break;
  }
  return "implied by " + ConditionName(system, row);
}

}  // namespace

std::string HowFound(const System& system, const SolvedBlock& block) {
  if (block.kind == causal::BlockKind::kAssignment) return Assigned(system, block.rows.front());
  const std::string rung = block.kind == causal::BlockKind::kLinear ? "linear"
                           : block.rung == nonlinear::Rung::kNone   ? "Newton"
                                                                    : std::string(NameOf(block.rung));
  const std::string by = block.rows.size() == 1
                             ? "implied by " + ConditionName(system, block.rows.front())
                             : fmt::format("implied by a loop of {} equations", block.rows.size());
  return fmt::format("{}: {}, {} iteration{}", by, rung, block.iterations, block.iterations == 1 ? "" : "s");
}

}  // namespace daedalus::initialize
