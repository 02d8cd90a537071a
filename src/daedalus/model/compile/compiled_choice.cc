#include "daedalus/model/compile/compiled_choice.h"

#include <algorithm>

#include "daedalus/model/compile/eliminate_variables.h"

namespace daedalus::compile {
CompiledChoice::CompiledChoice(PreparedModel model, bool wants_ode)
    : model_(wants_ode || model.is_as_given ? std::move(model) : EliminateVariables(std::move(model))),
      kernels_(codegen::CompileModel(*model_.system)) {
  if (wants_ode) {
    ode_ = execute::OdeModel::Make(*model_.system, model_.incidence, model_.program, *kernels_,
                                   model_.parameters, model_.attributes.nominal);
  }
  if (!model_.system->invariants.empty() && !model_.as_it_stands) {
    using Extent = execute::InvariantSet::Extent;
    invariants_.emplace(*model_.system, model_.incidence, model_.matching,
                        ode_ ? Extent::kNeeded : Extent::kAll);
  }
  if (!model_.recovered.empty())
    recovery_.emplace(codegen::CompileProgram(model_.system->graph, model_.recovered));
  model_.system->graph.Compact();  // everything for this choice of states has been built
}

const codegen::TimeDerivativeKernel& CompiledChoice::TimeDerivative() const {
  std::call_once(time_derivative_compiled_, [&] {
    System own = *model_.system;  // expressions are built in its graph, while others read ours
    time_derivative_.emplace(own);
  });
  return *time_derivative_;
}

const codegen::JacobianKernel& CompiledChoice::Influences() const {
  std::call_once(influences_compiled_, [&] {
    std::vector<ExprId> residuals;
    for (const Equation& equation : model_.system->equations) residuals.push_back(equation.residual);
    influences_.emplace(codegen::CompileInfluences(*model_.system, residuals));
  });
  return *influences_;
}

const initialize::InitialProgram& CompiledChoice::StartProgram(const initialize::InitialPlan& plan) const {
  std::call_once(start_compiled_, [&] {
    start_ = std::make_unique<initialize::InitialProgram>(*model_.system, model_.incidence, plan,
                                                          model_.attributes, model_.parameters, model_.hints);
  });
  return *start_;
}

const execute::ProgramRunner& CompiledChoice::Blocks() const {
  std::call_once(blocks_compiled_, [&] {
    System own = *model_.whole;
    const auto attributes = initialize::EvaluateAttributes(own, model_.parameters);
    const std::vector<double> nominal =
        attributes.ok() ? attributes->nominal : std::vector<double>(own.variables.size(), 1.0);
    blocks_.emplace(own, causal::CausalProblem(own, causal::IncidenceOf(own)), model_.program, nominal);
  });
  return *blocks_;
}

const execute::LoopDeterminants& CompiledChoice::Determinants() const {
  std::call_once(determinants_compiled_, [&] {
    const bool has_loops = std::ranges::any_of(model_.program.blocks, [](const causal::Block& b) {
      return b.kind == causal::BlockKind::kNonlinear;
    });
    if (!has_loops) return;
    System own = *model_.whole;
    determinants_ = execute::LoopDeterminants(own, model_.program, model_.parameters);
  });
  return determinants_;
}

}  // namespace daedalus::compile
