// Which input of a model gets which course: from a table by the names of its columns, and from single values.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/hybrid/input_values.h"
#include "daedalus/run/input_table.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/system.h"

namespace daedalus::run {

// Who sets inputs, and from when to when the run needs them.
struct InputSources {
  const InputTable* table = nullptr;       // null: none
  std::span<const ParameterValue> values;  // constants, which count more than the table
  double start = 0, stop = 0;
};

struct MatchedInputs {
  std::shared_ptr<const hybrid::InputCourses> courses;  // null: nobody sets any
  std::vector<Diagnostic> warnings;                     // inputs that nobody sets, columns that are no inputs
};
Result<MatchedInputs> MatchInputs(const System& system, const InputSources& sources);

}  // namespace daedalus::run
