// The module daedalus._core: the facade of Daedalus (docs/architecture.md) for the package around it.
#include <nanobind/nanobind.h>

#include "describe.h"
#include "errors.h"
#include "evaluator.h"
#include "led_run.h"
#include "linearize.h"
#include "model_builder.h"
#include "model_state.h"
#include "run_batch.h"
#include "run_model.h"
#include "run_result.h"

NB_MODULE(_core, m) {
  using namespace daedalus::python;
  BindErrors(m);
  BindDescribe(m);
  BindModelBuilder(m);
  BindState(m);
  BindRunResult(m);
  BindRunModel(m);
  BindRunBatch(m);
  BindLedRun(m);
  BindEvaluator(m);
  BindLinearize(m);
}
