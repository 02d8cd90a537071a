// Positions, places and messages as the protocol writes them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/ide/format.h"
#include "daedalus/products/ide/lines.h"

namespace daedalus::lsp {

using Json = nlohmann::json;

Json ToJson(ide::Position position);
Json ToJson(const ide::TextRange& range);
ide::Position PositionFrom(const Json& json);  // throws Json::exception if it is not a position
Json EditsToJson(const ide::Lines& lines, const std::vector<ide::Edit>& edits);

// A message about a text. Places in other texts become related information. A message about another text
// stands at `fallback`, and its own place becomes related information too.
Json DiagnosticToJson(const Diagnostic& diagnostic, const Sources& sources, SourceFileId file,
                      const ide::Lines& lines, syntax::Place fallback);

}  // namespace daedalus::lsp
