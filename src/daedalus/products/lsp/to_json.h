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
ide::Position PositionFrom(const Json& json);  // throws Json::exception if it is none
Json EditsToJson(const ide::Lines& lines, const std::vector<ide::Edit>& edits);

// A message about a text. Places in other texts become related information; so does the message itself where
// it is about another text, and then stands at `fallback`.
Json DiagnosticToJson(const Diagnostic& diagnostic, const Sources& sources, SourceFileId file,
                      const ide::Lines& lines, syntax::Place fallback);

}  // namespace daedalus::lsp
