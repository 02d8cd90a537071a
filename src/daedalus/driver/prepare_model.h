// Stage 3: from a flat System to one of index 0 or 1 with numbers for its parameters and start values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daedalus/causal/index_reduction.h"
#include "daedalus/causal/solvability.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/initialize/attribute_values.h"
#include "daedalus/system/system.h"

namespace daedalus::driver {

enum class IndexTreatment {
  kDummyDerivatives,  // reduce it
  kNone,              // integrate the equations as they stand
};

struct PreparedModel {
  System system;
  std::vector<double> parameters;
  initialize::AttributeValues attributes;
  causal::SystemIncidence incidence;
  structure::Matching matching;  // equation to variable: its derivative if it is differential, else itself

  std::size_t num_given_equations = 0, num_given_unknowns = 0;
  int structural_index = 0;                            // of the given system
  std::vector<causal::Differentiated> differentiated;  // empty where the index was at most 1
  std::vector<std::string> dummy_derivatives;
};

// Warnings (parameters without a value) go to `diagnostics`.
Result<PreparedModel> PrepareModel(System system, IndexTreatment treatment, double start_time,
                                   Diagnostics& diagnostics);

}  // namespace daedalus::driver
