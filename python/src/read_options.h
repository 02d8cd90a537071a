// The options of a run from a dict of Python, by the names that the command line has for them.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "daedalus/run/run_options.h"

namespace daedalus::python {

// Throws TypeError or ValueError for a name or a word that does not exist.
run::RunOptions ReadOptions(const nanobind::dict& options);

// A table of inputs: names, times, and a column for each name; `between`: held, linear or smooth.
std::shared_ptr<const run::InputTable> ReadInputTable(const nanobind::tuple& table);

}  // namespace daedalus::python
