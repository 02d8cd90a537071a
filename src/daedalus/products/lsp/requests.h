// One function for each request: parameters in, result out. They throw Json::exception if the parameters
// violate the protocol, and RequestError if they cannot answer.
#pragma once

#include <functional>
#include <string>

#include "daedalus/products/lsp/workspace.h"

namespace daedalus::lsp {

// Error codes of JSON-RPC and of the language server protocol.
enum class ErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kServerNotInitialized = -32002,
  kRequestCancelled = -32800,
  kRequestFailed = -32803,
};

struct RequestError {
  ErrorCode code = ErrorCode::kRequestFailed;
  std::string message;
};

// What a request works with. Long work calls `is_cancelled` from time to time.
struct RequestContext {
  Workspace& workspace;
  std::function<bool()> is_cancelled;
};

Json Hover(RequestContext& context, const Json& params);
Json Definition(RequestContext& context, const Json& params);
Json TypeDefinition(RequestContext& context, const Json& params);
Json DocumentHighlights(RequestContext& context, const Json& params);
Json Completion(RequestContext& context, const Json& params);
Json SignatureHelp(RequestContext& context, const Json& params);
Json References(RequestContext& context, const Json& params);
Json PrepareRename(RequestContext& context, const Json& params);
Json Rename(RequestContext& context, const Json& params);
Json DocumentSymbols(RequestContext& context, const Json& params);
Json WorkspaceSymbols(RequestContext& context, const Json& params);
Json FoldingRanges(RequestContext& context, const Json& params);
Json SelectionRanges(RequestContext& context, const Json& params);
Json SemanticTokens(RequestContext& context, const Json& params);
Json InlayHints(RequestContext& context, const Json& params);
Json Formatting(RequestContext& context, const Json& params);
Json CodeActions(RequestContext& context, const Json& params);
Json CodeLenses(RequestContext& context, const Json& params);
// Our own requests: `daedalus/classes`, `daedalus/find`, `daedalus/picture`, `daedalus/icons`,
// `daedalus/place` (class_requests.cc).
Json ClassesWithin(RequestContext& context, const Json& params);
Json FindClasses(RequestContext& context, const Json& params);
Json Picture(RequestContext& context, const Json& params);
Json Icons(RequestContext& context, const Json& params);
Json PlaceOfClass(RequestContext& context, const Json& params);

// ---- For all of them ----

// The open document of `params.textDocument.uri`.
const Document& DocumentOf(RequestContext& context, const Json& params);
// Throws RequestError if the text cannot be analysed.
Analysis& AnalysisOf(RequestContext& context, const Document& document);
// Of `params.position`.
std::size_t OffsetIn(const Document& document, const Json& params);
// A place in any file, with the text that is open or on the disk.
Json LocationOf(RequestContext& context, const std::string& file, syntax::Place place);
void ThrowIfCancelled(const RequestContext& context);

}  // namespace daedalus::lsp
