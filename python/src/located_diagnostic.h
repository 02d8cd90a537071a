// Diagnostics with the texts they point at, as JSON and as text. Python makes its objects from both.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/base/source.h"

namespace daedalus::python {

struct LocatedDiagnostic {
  std::string json;  // the fields of RenderJson
  std::string text;  // as the command line prints it
};

LocatedDiagnostic Locate(const Diagnostic& diagnostic, const Sources& sources);
std::vector<LocatedDiagnostic> LocateAll(const std::vector<Diagnostic>& diagnostics, const Sources& sources);

}  // namespace daedalus::python
