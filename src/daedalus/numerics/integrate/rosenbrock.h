// The method `rodas`: stiffly accurate Rosenbrock-Wanner pairs for M y' = f(t, y) with a constant, perhaps
// singular M, of index 1. No iteration: a step is one Jacobian, one factorization and s linear solves.
//
// With the residual F(t, y, y') = M y' - f(t, y) of the problem and the coefficients of rosenbrock_tableau.h,
// stage i of a step of size h solves ([HW96] (7.25) and (VI.4.2'), multiplied by -1)
//
//   -(dF/dy + M / (h gamma)) u_i = F(t_n + alpha_i h, y_n + sum_j a_ij u_j, -1/h sum_j c_ij u_j)
//                                  + gamma_i h dF/dt                                               (1)
//
// because F is linear in y', the sum that [HW96] multiplies by M can enter as y'. Both sums run in one pass.
// Then y_{n+1} = y_n + sum m_i u_i, and u_s is the estimated error.
//
// Where we differ from RODAS: dF/dt is recognised as zero (time_dependence.h). The end of a step is evaluated
// before the step is accepted, because the next first stage needs that value anyway. So a model that cannot
// be evaluated there shortens the step. y' at the end comes from this value if M has one entry in the row,
// and otherwise from the dense output.
//
// Orders: 4 (six stages) with options.max_order = 4, else 5 (eight stages). What can fail: a singular matrix
// (1), and callbacks. The problem must say that M is constant (DaeProblem::constant_mass); a matrix that
// depends on t or y is not supported.
//
// [HW96] Hairer & Wanner, Solving Ordinary Differential Equations II, 1996.
#pragma once

#include <memory>
#include <string>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::integrate {

// The error names the mistake in the input, as a sentence fragment. The problem is copied.
Expected<std::unique_ptr<Integrator>, std::string> MakeRodas(DaeProblem problem, Tolerances tolerances,
                                                             IntegratorOptions options = {});

}  // namespace daedalus::integrate
