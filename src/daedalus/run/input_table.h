// A table of inputs over time, from a file or from memory.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/hybrid/input_course.h"

namespace daedalus::run {

struct InputTable {
  std::string source;              // how messages call it
  std::vector<std::string> names;  // of the columns
  std::vector<double> times;       // they do not descend; twice the same time is a jump
  std::vector<std::vector<double>> columns;
  hybrid::Between between = hybrid::Between::kLinear;  // of inputs that are continuous
};

// Whether it is a table at all: sizes, finite numbers, the order of times.
Result<Unit> CheckTable(const InputTable& table);

}  // namespace daedalus::run
