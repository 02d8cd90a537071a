#include "daedalus/programs/execute/loop_relaxation.h"

#include <utility>

#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/programs/causal/relaxation.h"
#include "daedalus/programs/execute/inlining.h"

namespace daedalus::execute {

LoopRelaxation::LoopRelaxation(codegen::KernelProgram program, Targets unknowns, std::size_t num_outputs)
    : kernel_(std::move(program)), unknowns_(std::move(unknowns)), values_(num_outputs) {}

std::optional<LoopRelaxation> LoopRelaxation::Make(System& system, const causal::EquationList& equations,
                                                   const causal::Program& program,
                                                   const causal::Block& block) {
  if (block.method != causal::BlockMethod::kRelaxation) return std::nullopt;
  const VariableId first_auxiliary(static_cast<std::uint32_t>(system.variables.size()));
  const auto relaxed = causal::Relax(system, equations, program, block, first_auxiliary);
  if (!relaxed) return std::nullopt;
  Inlining inlining(system);
  std::vector<ExprId> outputs;
  std::vector<Quantity> targets;
  for (const auto& [target, value] : relaxed->steps) {
    const ExprId inlined = inlining.Assign(target, value);
    if (target.variable >= first_auxiliary) continue;
    targets.push_back(target);
    outputs.push_back(inlined);
  }
  for (const auto& [pivot, scale] : relaxed->guards) {
    outputs.push_back(inlining.Inlined(pivot));
    outputs.push_back(inlining.Inlined(scale));
  }
  return LoopRelaxation(codegen::CompileJointly(system.graph, outputs), Targets(targets), outputs.size());
}

bool LoopRelaxation::Solve(Workspace& workspace) {
  kernel_.Evaluate(workspace.inputs(), values_.data());
  if (!linear::AreFinite(values_)) return false;
  for (std::size_t i = unknowns_.size(); i < values_.size(); i += 2) {
    if (!causal::IsGood(values_[i], values_[i + 1])) return false;
  }
  unknowns_.Write(values_, workspace);
  return true;
}

}  // namespace daedalus::execute
