#include "daedalus/products/lsp/requests.h"

#include "daedalus/products/lsp/uri.h"

namespace daedalus::lsp {

const Document& DocumentOf(RequestContext& context, const Json& params) {
  const std::string uri = params.at("textDocument").at("uri").get<std::string>();
  const Document* document = context.workspace.Find(uri);
  if (document == nullptr)
    throw RequestError{ErrorCode::kInvalidParams, fmt::format("the document `{}` is not open", uri)};
  return *document;
}

Analysis& AnalysisOf(RequestContext& context, const Document& document) {
  Analysis* analysis = context.workspace.AnalysisOf(document);
  if (analysis == nullptr) throw RequestError{ErrorCode::kRequestFailed, "the text cannot be read"};
  return *analysis;
}

std::size_t OffsetIn(const Document& document, const Json& params) {
  return ide::Lines(document.text).OffsetOf(PositionFrom(params.at("position")));
}

Json LocationOf(RequestContext& context, const std::string& file, syntax::Place place) {
  std::string uri = UriOfPath(file);
  for (const auto& [open, document] : context.workspace.documents()) {
    if (document.path == file) uri = open;
  }
  const ide::TextCache::Parsed* parsed = context.workspace.texts().Get(file);
  const ide::Lines lines(parsed == nullptr ? std::string_view() : parsed->tree->text());
  return {{"uri", uri}, {"range", ToJson(lines.RangeOf(place))}};
}

void ThrowIfCancelled(const RequestContext& context) {
  if (context.is_cancelled && context.is_cancelled())
    throw RequestError{ErrorCode::kRequestCancelled, "the request was cancelled"};
}

}  // namespace daedalus::lsp
