// A model as residuals, F(x', x, z, u, t) = 0, for an FMU that gives its equations instead of solving them
// (FMI-LS-DAE, the layered standard for differential-algebraic equations).
//
// The result is a model again. Its inputs are what the importer knows at a point: the unknowns x and z, the
// derivatives x', and the inputs u. It computes one residual for each equation. So it has no unknowns that an
// equation must be solved for, and the run-time of every other FMU evaluates it, differentiates it exactly,
// and finds its events.
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
  std::string derivative;  // the input that has its derivative; empty: an algebraic variable
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

// The inputs of the model are free, and its functions have texts (FlattenOptions). An error if the equations
// alone do not say what the model is: initial equations, parameters that are found at the start, `reinit`.
Result<ResidualModel> MakeResidualModel(System system, DaeForm form, Diagnostics& diagnostics);

}  // namespace daedalus::fmi
