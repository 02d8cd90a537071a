// Turns a model into residuals, F(x', x, z, u, t) = 0, for an FMU that provides its equations instead of
// solving them (FMI-LS-DAE, the layered standard for differential-algebraic equations).
//
// The result is again a model. Its inputs are what the importer knows at a point: the unknowns x and z, the
// derivatives x', and the inputs u. It computes one residual for each equation, so nothing has to be solved.
// The run-time of all FMUs can therefore evaluate it, differentiate it exactly, and find its events.
//
//   der(x) = -k*x + z        input x, 'der(x)', z
//   0 = x + z - 1      ->    '_residual[1]' = 'der(x)' - (-k*x + z)
//                            '_residual[2]' = x + z - 1
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus::fmi {

enum class DaeForm : std::uint8_t {
  kGiven,    // the equations without aliases
  kReduced,  // with the differentiated equations of index reduction, so that the index is at most 1
};

struct DaeUnknown {
  std::string name;
  std::string derivative;  // the input that holds its derivative; empty for an algebraic variable
  bool is_fixed = false;   // it starts with its start value
  bool is_output = false;  // of the model
};

struct DaeResidual {
  std::string name;
  std::string text;  // the equation
};

struct ResidualModel {
  System system;
  std::vector<DaeUnknown> unknowns;
  std::vector<DaeResidual> residuals;
};

// The inputs of the model must be free, and its functions need texts (FlattenOptions). An error if the
// equations alone do not define the model: initial equations, parameters that are found at the start,
// `reinit`.
Result<ResidualModel> MakeResidualModel(System system, DaeForm form, Diagnostics& diagnostics);

}  // namespace daedalus::fmi
