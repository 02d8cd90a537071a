// A model as one self-contained C99 file, for a controller: no allocation, and no library except libm.
//
//   Model model;                        everything: time, inputs, outputs, parameters, variables
//   Model_initialize(&model);           at the start, with consistent values
//   while (...) {
//     model.in.u = ...;                 known before the step, and constant in it
//     if (!Model_step(&model)) ...      one step; 0 if it failed: model.status says why
//     ... = model.out.y;
//   }
//
// The file implements the Program of the step (causal/program.h, c_program.h). The struct of a multistep
// method contains its past as well: values and slopes of the states at the last points. The steps are equal,
// so their weights are tables of constants. The order rises from 1, as in a run, and again after an event.
//
// Events happen at the ends of steps (c_events.h). There, and after a change of an input or a parameter, the
// continuous equations are solved for given states by the Program of the causal form, in a separate function.
//
// If it is compiled with MODEL_MAIN defined as the number of steps, it is a program that prints all variables
// as CSV.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/compile/prepare_model.h"
#include "daedalus/model/initialize/initial_values.h"
#include "daedalus/products/exported/c_interface.h"
#include "daedalus/programs/inlined/multistep_past.h"
#include "daedalus/programs/inlined/step_program.h"

namespace daedalus::exported {

struct CModel {
  const inlined::StepProgram& step;  // with its present guesses: the values of the start
  const compile::PreparedModel& prepared;
  const compile::GivenModel& given;
  const initialize::InitialValues& start;
  std::span<const double> held;
};

struct COptions {
  std::string method;  // for the comment at the head of the file
  double start = 0;
  double step = 0;
  double tolerance = 1e-6;  // of relations, which have a band against rounding
  int newton_limit = 0;     // iterations of each loop and step; 0: 20, for least squares 100
  std::vector<inlined::MultistepCoefficients> multistep =
      {};  // by order, from 1 (EqualStepCoefficients); empty: a one-step method
};

// The text, and where it has what: for programs that add to it.
struct CFile {
  std::string text;
  std::string name;                  // of the struct; that of each function begins with it
  CInterface interface;              // m->in, m->out
  std::vector<std::size_t> places;   // of the quantities of the given model, in m->v
  std::vector<char> may_change;      // by parameter of the given model: m->p may be set, and then updated
  std::vector<std::string> aliases;  // the values of aliases that are no quantities; empty: the alias is one
  bool has_held = false;             // m->held exists
};

// Fails if the model contains something that cannot be exported, and names it.
Result<CFile> ExportC(const CModel& model, const COptions& options);

}  // namespace daedalus::exported
