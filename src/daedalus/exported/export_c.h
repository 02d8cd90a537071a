// A model as one self-contained C99 file, for a controller: no allocation, no library but libm.
//
//   Model model;                        all that there is: time, inputs, outputs, parameters, variables
//   Model_initialize(&model);           at the start, with consistent values
//   while (...) {
//     model.in.u = ...;                 what is known before the step, and constant in it
//     if (!Model_step(&model)) ...      one step; 0 where it could not be done: model.status says why
//     ... = model.out.y;
//   }
//
// The file is what the Program of the step says (causal/program.h, c_program.h). A multistep method has its
// past in the struct as well: values and slopes of the states at the last points, which equal steps weigh by
// tables of constants. Its order is built up from 1, as in a run, and anew behind an event.
//
// Events happen at the ends of steps (c_events.h). There, and where an input or a parameter has got another
// value, the continuous equations are solved with the states given, by the Program of the causal form, which
// is a function of its own.
//
// Compiled with MODEL_MAIN defined to the number of steps it is a program that prints all variables as CSV.
#pragma once

#include <string>
#include <vector>

#include "daedalus/compile/prepare_model.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/initialize/initial_values.h"
#include "daedalus/inlined/multistep_past.h"
#include "daedalus/inlined/step_program.h"

namespace daedalus::exported {

struct CModel {
  const inlined::StepProgram& step;  // with the guesses that it has now: the values of the start
  const compile::PreparedModel& prepared;
  const compile::GivenModel& given;
  const initialize::InitialValues& start;
  std::span<const double> held;
};

struct COptions {
  std::string method;  // for the comment at its head
  double start = 0;
  double step = 0;
  double tolerance = 1e-6;  // of relations, which have a band against rounding
  int newton_limit = 0;     // iterations of each loop and step; 0: 20, of least squares 100
  std::vector<inlined::MultistepCoefficients> multistep =
      {};  // by order, from 1 (EqualStepCoefficients); empty: a one-step method
};

// Fails where the model has what cannot be written so, with its name.
Result<std::string> ExportC(const CModel& model, const COptions& options);

}  // namespace daedalus::exported
