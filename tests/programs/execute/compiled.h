// A System of index 0 or 1, analysed and ready to be executed.
#pragma once

#include <gtest/gtest.h>

#include "daedalus/programs/causal/build_program.h"
#include "daedalus/programs/causal/solvability.h"
#include "daedalus/programs/execute/ode_model.h"
#include "daedalus/system/builder.h"

namespace daedalus::execute {

struct Compiled {
  System system;
  std::vector<double> parameters, nominal;
  causal::SystemIncidence incidence;
  causal::Program program;
  std::unique_ptr<codegen::ModelKernels> kernels;
  std::unique_ptr<OdeModel> ode;

  explicit Compiled(Model model, const causal::ProgramOptions& options = {}, bool keep_branches = false)
      : system(std::move(model).Build().value()),
        nominal(system.variables.size(), 1.0),
        incidence(causal::IncidenceOf(system)) {
    const auto solvability = causal::CheckSolvability(system, incidence);
    program = causal::BuildProgram(system, incidence, solvability.value().matching, {}, options);
    for (causal::Block& block : program.blocks)
      block.keeps_branch = keep_branches && block.kind == causal::BlockKind::kNonlinear;
    kernels = codegen::CompileModel(system);
    ode = OdeModel::Make(system, incidence, program, *kernels, parameters, nominal);
  }

  // The largest residual of all equations at the workspace.
  double Residual() const {
    std::vector<double> r(system.equations.size());
    kernels->residual.Evaluate(ode->workspace().inputs(), r.data());
    double worst = 0;
    for (const double value : r) worst = std::max(worst, std::abs(value));
    return worst;
  }
};

}  // namespace daedalus::execute
