// What a run is asked to do, after options and the model's `experiment` annotation have been read.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/causal/build_program.h"
#include "daedalus/hybrid/input_values.h"
#include "daedalus/initialize/guesses.h"
#include "daedalus/integrate/integrator.h"
#include "daedalus/simulate/output_grid.h"

namespace daedalus::simulate {

// How the integrator sees a model (docs/decisions/009).
enum class ModelForm {
  kAuto,
  kOde,     // causal: the states, everything else computed from them
  kDae,     // residual: all variables that are not simply assigned
  kInline,  // the integrator is part of the equations (docs/decisions/024)
};

struct RunSettings {
  OutputGrid grid;
  double tolerance = 1e-6;
  std::string method;  // a name of integrate/suite/methods.h, or auto
  ModelForm form = ModelForm::kAuto;
  integrate::IntegratorOptions integrator;
  bool refuse_impulses = false;  // states must not jump where the equations change (compile/jump_system.h)
  bool sliding =
      false;  // the model may stay where relations change to and fro; it was read for that (hybrid/surface.h)
  bool reuses_coordinates = false;  // of the methods of the derivative array (array/array_integrator.h)
  // Of the form inline:
  causal::ProgramOptions inlined_step = {};
  std::vector<std::string> implicit_states =
      {};                  // of mixed mode: names, or `auto` (implicit_states.h); empty: all are implicit
  int newton_limit = 0;    // iterations of each loop and step; 0: as many as it takes
  bool real_time = false;  // the times of steps are measured
  bool without_integrator =
      false;  // somebody else integrates: segments only evaluate, in the causal form (model/instance.h)
  const std::atomic<bool>* cancelled = nullptr;  // set from outside, ends the run; null: nobody does
  std::shared_ptr<const initialize::Guesses>
      guesses;  // instead of start values that are no conditions; null: there are none
  // Of the inputs of the model, in their order; null: nobody sets any.
  std::shared_ptr<const hybrid::InputCourses> inputs;
  bool explains_start = false;  // how the initial values were found, block by block, is wanted
};

}  // namespace daedalus::simulate
