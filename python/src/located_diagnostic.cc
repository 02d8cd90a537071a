#include "located_diagnostic.h"

#include <nlohmann/json.hpp>

#include "daedalus/base/diagnostics/render.h"

namespace daedalus::python {

LocatedDiagnostic Locate(const Diagnostic& diagnostic, const Sources& sources) {
  // Names of files need not be UTF-8, but texts of Python are.
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  return {RenderJson(diagnostic, sources).dump(-1, ' ', false, kReplace), RenderText(diagnostic, sources)};
}

std::vector<LocatedDiagnostic> LocateAll(const std::vector<Diagnostic>& diagnostics, const Sources& sources) {
  std::vector<LocatedDiagnostic> out;
  for (const Diagnostic& d : diagnostics) out.push_back(Locate(d, sources));
  return out;
}

}  // namespace daedalus::python
