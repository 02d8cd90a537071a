// Diagnostics as text for a terminal, and as JSON for machines.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/base/source.h"

namespace daedalus {

struct RenderOptions {
  bool color = false;
};

// error[D0312]: message
//   --> file:line:column
//    |
// 14 |   the text of the line
//    |   ^^^^ the primary label
//    = note: ...
//    = hint: ...
// Long lines are cut around the marks.
std::string RenderText(const Diagnostic& diagnostic, const Sources& sources,
                       const RenderOptions& options = {});

// {"severity", "code", "message", "file", "line", "column", "end_line", "end_column", "label", "secondary",
// "notes", "hint"}
nlohmann::json RenderJson(const Diagnostic& diagnostic, const Sources& sources);

}  // namespace daedalus
