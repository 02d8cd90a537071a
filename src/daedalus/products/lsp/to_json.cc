#include "daedalus/products/lsp/to_json.h"

#include "daedalus/products/ide/text_cache.h"
#include "daedalus/products/lsp/uri.h"

namespace daedalus::lsp {
namespace {

int SeverityOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return 1;
    case Severity::kWarning:
      return 2;
    case Severity::kNote:
      return 3;
  }
  return 1;
}

Json Related(const Sources& sources, Span span, const std::string& message) {
  const ide::Lines lines(sources.Text(span.file));
  return {{"location",
           {{"uri", UriOfPath(ide::TextCache::KeyOf(sources.Name(span.file)))},
            {"range", ToJson(lines.RangeOf({span.begin, span.end}))}}},
          {"message", message}};
}

}  // namespace

Json ToJson(ide::Position position) {
  return {{"line", position.line}, {"character", position.character}};
}

Json ToJson(const ide::TextRange& range) {
  return {{"start", ToJson(range.start)}, {"end", ToJson(range.end)}};
}

ide::Position PositionFrom(const Json& json) {
  return {json.at("line").get<std::uint32_t>(), json.at("character").get<std::uint32_t>()};
}

Json EditsToJson(const ide::Lines& lines, const std::vector<ide::Edit>& edits) {
  Json list = Json::array();
  for (const ide::Edit& edit : edits)
    list.push_back({{"range", ToJson(lines.RangeOf(edit.place))}, {"newText", edit.text}});
  return list;
}

Json DiagnosticToJson(const Diagnostic& diagnostic, const Sources& sources, SourceFileId file,
                      const ide::Lines& lines, syntax::Place fallback) {
  const Span span = diagnostic.primary.span;
  const bool is_here = span.IsValid() && span.file == file;
  std::string message = diagnostic.message;
  if (!diagnostic.primary.text.empty()) message += "\n" + diagnostic.primary.text;
  for (const std::string& note : diagnostic.notes) message += "\nnote: " + note;
  if (!diagnostic.hint.empty()) message += "\nhint: " + diagnostic.hint;
  Json related = Json::array();
  if (span.IsValid() && !is_here) related.push_back(Related(sources, span, diagnostic.message));
  for (const Label& label : diagnostic.secondary) {
    if (label.span.IsValid()) related.push_back(Related(sources, label.span, label.text));
  }
  Json json = {{"range", ToJson(lines.RangeOf(is_here ? syntax::Place{span.begin, span.end} : fallback))},
               {"severity", SeverityOf(diagnostic.severity)},
               {"code", fmt::format("D{:04}", static_cast<int>(diagnostic.code))},
               {"source", "daedalus"},
               {"message", message},
               {"data", {{"hint", diagnostic.hint}}}};
  if (!related.empty()) json["relatedInformation"] = std::move(related);
  return json;
}

}  // namespace daedalus::lsp
