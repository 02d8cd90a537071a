// The settings of a run, from options and the `experiment` annotation of the model.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/model/hybrid/input_values.h"
#include "daedalus/model/initialize/guesses.h"
#include "daedalus/model/simulate/output_grid.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/programs/causal/build_program.h"

namespace daedalus::simulate {

class WorkProfile;

// How the integrator sees a model (docs/decisions/009).
enum class ModelForm {
  kAuto,
  kOde,     // causal: the states, everything else computed from them
  kDae,     // residual: all variables that do not have a simple assignment
  kInline,  // the integrator is part of the equations (docs/decisions/024)
};

struct RunSettings {
  OutputGrid grid;
  double tolerance = 1e-6;
  std::string method;  // a name of integrate/suite/methods.h, or auto
  ModelForm form = ModelForm::kAuto;
  integrate::IntegratorOptions integrator;
  bool refuse_impulses = false;  // states may not jump where the equations change (compile/jump_system.h)
  bool sliding =
      // the model may slide where relations change to and fro, and was compiled for it (hybrid/surface.h)
      false;
  bool reuses_coordinates = false;  // for the methods of the derivative array (array/array_integrator.h)
  // For the form inline:
  causal::ProgramOptions inlined_step = {};
  std::vector<std::string> implicit_states =
      // implicit states of mixed mode: names, or `auto` (implicit_states.h); empty: all states
      {};
  int newton_limit = 0;    // iterations of each loop and step; 0: no limit
  bool real_time = false;  // measures the time that each step takes
  bool without_integrator =
      false;  // the caller integrates, and segments only evaluate, in the causal form (model/instance.h)
  const std::atomic<bool>* cancelled = nullptr;  // if set to true from outside, the run ends; may be null
  std::shared_ptr<const initialize::Guesses>
      guesses;  // used instead of start values that are not conditions; may be null
  // Courses of the inputs of the model, in their order; null: nobody sets any.
  std::shared_ptr<const hybrid::InputCourses> inputs;
  // What the run costs is measured here (work_profile.h); null: nobody wants to know.
  std::shared_ptr<WorkProfile> profile;
  bool explains_start = false;  // records how the initial values were found, block by block
};

}  // namespace daedalus::simulate
