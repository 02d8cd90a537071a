// The page of a run, as `simulate --page` writes it.
#pragma once

#include <string>

#include "run_result.h"

namespace daedalus::python {

// Throws DiagnosticError if the file cannot be written or the run has no points.
void WritePage(const RunResult& result, const std::string& path);

}  // namespace daedalus::python
