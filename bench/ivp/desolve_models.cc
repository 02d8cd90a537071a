// The test problems as R's deSolve calls compiled models: the same residuals and exact Jacobians that our
// methods and IDA get, behind the entry points that its solvers expect (deSolve vignette "compiledCode").
//
// deSolve hands its callbacks no user data, so the chosen problem is a global of this library.
//
// The clock runs from the initializer, which deSolve calls when R's own preparations are over, to the last
// callback of the solver. Which one that is, is known from a first run: the run is repeated with a target
// count (`ivp_arm`), so that only two looks at the clock disturb it. All entry points but deSolve's are
// called by desolve.R through .C.
#include <algorithm>
#include <ctime>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "daedalus/numerics/linear/sparse_pattern.h"
#include "problems/ivp_problem.h"

namespace {

using namespace daedalus;
using integrate::EvalOutcome;

struct Chosen {
  problems::IvpProblem problem = {};
  linear::SparsePattern pattern = {};
  std::vector<double> zero = {}, dy = {}, dyp = {};
};
std::optional<Chosen> chosen;
long calls = 0, target = -1;
double started = 0, ended = 0;

double Now() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// At the end of every callback.
void CountCall() {
  if (++calls == target) ended = Now();
}

std::span<double> Vector(double* data) {
  return {data, static_cast<std::size_t>(chosen->problem.dae.size)};
}

// full = factor_y dF/dy + factor_yp dF/dy', by columns.
bool FillJacobian(double t, double* y, double* yp, double factor_y, double factor_yp, double* full) {
  Chosen& c = *chosen;
  const auto n = c.problem.dae.size;
  std::fill_n(full, static_cast<std::size_t>(n) * n, 0.0);
  if (c.problem.dae.jacobian(t, Vector(y), Vector(yp), c.dy, c.dyp) != EvalOutcome::kOk) return false;
  for (std::int32_t j = 0; j < n; ++j) {
    for (std::int32_t k = c.pattern.column_starts[j]; k < c.pattern.column_starts[j + 1]; ++k)
      full[static_cast<std::size_t>(j) * n + c.pattern.row_indices[k]] =
          factor_y * c.dy[k] + factor_yp * c.dyp[k];
  }
  return true;
}

}  // namespace

extern "C" {

// --- deSolve's entry points ---

void ivp_init(void (*)(int*, double*)) {
  calls = 0;
  started = ended = Now();
}

void ivp_res(double* t, double* y, double* yp, double*, double* r, int* ires, double*, int*) {
  if (chosen->problem.dae.residual(*t, Vector(y), Vector(yp), Vector(r)) != EvalOutcome::kOk) *ires = -1;
  CountCall();
}

void ivp_jacres(double* t, double* y, double* yp, double* full, double* c, double*, int*) {
  FillJacobian(*t, y, yp, 1, *c, full);
  CountCall();
}

// M y' = f: f(t, y) = -F(t, y, 0).
void ivp_derivs(int*, double* t, double* y, double* f, double*, int*) {
  const auto values = Vector(f);
  chosen->problem.dae.residual(*t, Vector(y), chosen->zero, values);
  for (double& value : values) value = -value;
  CountCall();
}

void ivp_jac(int*, double* t, double* y, int*, int*, double* full, int*, double*, int*) {
  FillJacobian(*t, y, chosen->zero.data(), -1, 0, full);
  CountCall();
}

// --- for desolve.R ---

void ivp_choose(char** name, int* size, int* num_restarts) {
  *size = *num_restarts = 0;
  auto problem = problems::MakeIvpProblem(std::string_view(*name));
  if (!problem) return;
  const auto n = problem->dae.size;
  Chosen c{.problem = *std::move(problem)};
  c.pattern = c.problem.dae.pattern.cols > 0 ? c.problem.dae.pattern : linear::DensePattern(n, n);
  c.zero.assign(n, 0);
  c.dy.resize(c.pattern.num_nonzeros());
  c.dyp.resize(c.dy.size());
  *size = n;
  *num_restarts = static_cast<int>(c.problem.restarts.size());
  chosen = std::move(c);
}

void ivp_describe(double* y0, double* yp0, double* scale, double* restarts, double* t_end, int* index,
                  int* num_algebraic, int* constant_mass, double* mass) {
  problems::IvpProblem& p = chosen->problem;
  const auto n = p.dae.size;
  std::ranges::copy(p.y0, y0);
  std::ranges::copy(p.yp0, yp0);
  std::ranges::copy(p.restarts, restarts);
  *t_end = p.t_end;
  *num_algebraic = static_cast<int>(std::ranges::count(p.dae.is_differential, 0));
  *constant_mass = p.dae.constant_mass;
  for (std::int32_t i = 0; i < n; ++i) {
    scale[i] = p.absolute_scale.size() == 1 ? p.absolute_scale[0] : p.absolute_scale[i];
    index[i] = p.dae.index.empty() ? 1 : p.dae.index[i];
  }
  FillJacobian(0, y0, yp0, 0, 1, mass);
}

void ivp_make_consistent(double* t, double* y, double* yp) {
  if (chosen->problem.make_consistent) chosen->problem.make_consistent(*t, Vector(y), Vector(yp));
}

void ivp_digits(double* y, double* digits) {
  *digits = problems::CorrectDigits(chosen->problem, Vector(y));
}

void ivp_arm(int* at) {
  target = *at;
}

void ivp_clock(double* seconds, int* num_calls) {
  *seconds = ended - started;
  *num_calls = static_cast<int>(calls);
}

}  // extern "C"
