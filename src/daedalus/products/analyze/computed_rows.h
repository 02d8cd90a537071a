// The equations in the order in which they are computed, and how each of them is solved, in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daedalus/products/analyze/explain_structure.h"
#include "daedalus/programs/causal/program.h"

namespace daedalus::analyze {

// An equation, and the unknown of the same place.
struct ComputedRow {
  EquationId equation;
  Quantity unknown;
  const causal::Assignment* assignment = nullptr;  // null: not solved by itself
  std::uint32_t block = 0;
};

// Assignments of a block come before its residuals.
std::vector<ComputedRow> InOrderOfComputation(const causal::Program& program);

// "solved for x: x := 2*y"; `unknown` is the name of the row's unknown.
std::string HowSolved(const StructureExplanation& explanation, const ComputedRow& row,
                      const std::string& unknown);

}  // namespace daedalus::analyze
