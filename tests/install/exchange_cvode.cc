// The same driven by CVODE (Hindmarsh et al., ACM TOMS 31, 2005): its own steps, roots and stop times.
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>

#include "exchange_cases.h"

using daedalus::model::Instance;

void Put(Instance& model, double t, N_Vector x) {
  model.SetTime(t);
  model.SetStates({N_VGetArrayPointer(x), model.num_states()});
}

int Slopes(double t, N_Vector x, N_Vector out, void* data) {
  Instance& model = *static_cast<Instance*>(data);
  Put(model, t, x);
  const auto slopes = model.Derivatives();
  if (!slopes) return 1;
  std::ranges::copy(*slopes, N_VGetArrayPointer(out));
  return 0;
}

int Roots(double t, N_Vector x, double* out, void* data) {
  Instance& model = *static_cast<Instance*>(data);
  Put(model, t, x);
  return model.Indicators({out, model.num_indicators()}).ok() ? 0 : 1;
}

struct Cvode {
  Cvode(Instance& model, SUNContext context) {
    const auto n = static_cast<sunindextype>(model.num_states());
    x = N_VNew_Serial(n, context);
    std::ranges::copy(model.states(), N_VGetArrayPointer(x));
    matrix = SUNDenseMatrix(n, n, context);
    solver = SUNLinSol_Dense(x, matrix, context);
    memory = CVodeCreate(CV_BDF, context);
    CVodeInit(memory, Slopes, model.time(), x);
    CVodeSStolerances(memory, 1e-9, 1e-10);
    CVodeSetUserData(memory, &model);
    CVodeSetLinearSolver(memory, solver, matrix);
    CVodeRootInit(memory, static_cast<int>(model.num_indicators()), Roots);
    CVodeSetMaxNumSteps(memory, 100000);
  }
  ~Cvode() {
    CVodeFree(&memory);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(x);
  }
  N_Vector x;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  void* memory;
};

double ByCvode(Instance& model, const Case& c, SUNContext context) {
  if (model.next_instant() <= model.time()) Ok(model.HandleEvent());  // a first sample at the start
  Cvode cvode(model, context);
  while (model.time() < c.stop) {
    double t = model.time();
    CVodeSetStopTime(cvode.memory, std::min(c.stop, model.next_instant()));
    const int status = CVode(cvode.memory, c.stop, cvode.x, &t, CV_ONE_STEP);
    if (status < 0) return std::nan("");
    Put(model, t, cvode.x);
    Ok(model.CompleteStep());
    if (status != CV_ROOT_RETURN && t < model.next_instant()) continue;
    Ok(model.HandleEvent());
    std::ranges::copy(model.states(), N_VGetArrayPointer(cvode.x));
    CVodeReInit(cvode.memory, t, cvode.x);
  }
  return Ok(model.Value(c.variable));
}

int main(int, char** arguments) {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  int wrong = 0;
  for (const Case& c : Cases()) {
    const auto model = Load(arguments[1], c);
    wrong += Compare(c, "CVODE", ByCvode(*Begin(model, c), c, context), Simulate(model, c), c.cvode_error);
  }
  SUNContext_Free(&context);
  return wrong;
}
