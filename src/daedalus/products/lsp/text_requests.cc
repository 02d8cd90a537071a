// Requests about a whole text: its outline, colours, layout and quick fixes.
#include "daedalus/products/ide/calls.h"
#include "daedalus/products/ide/fixes.h"
#include "daedalus/products/ide/format.h"
#include "daedalus/products/ide/highlight.h"
#include "daedalus/products/ide/outline.h"
#include "daedalus/products/lsp/requests.h"

namespace daedalus::lsp {
namespace {

const syntax::Tree& TreeOf(RequestContext& context, const Document& document) {
  const ide::TextCache::Parsed* parsed = context.workspace.texts().Get(document.path);
  if (parsed == nullptr) throw RequestError{ErrorCode::kRequestFailed, "the text cannot be read"};
  return *parsed->tree;
}

// Each token is five numbers, relative to the token before it. A token of several lines is sent as one token
// a line.
class TokenWriter {
 public:
  explicit TokenWriter(const ide::Lines& lines) : lines_(lines) {}

  void Write(const ide::ColouredToken& token) {
    const ide::TextRange range = lines_.RangeOf(token.place);
    for (std::uint32_t line = range.start.line; line <= range.end.line; ++line) {
      const std::uint32_t begin = line == range.start.line ? range.start.character : 0;
      const std::size_t line_end = lines_.StartOf(line) + lines_.Line(line).size();
      const std::uint32_t end =
          line == range.end.line ? range.end.character : lines_.PositionOf(line_end).character;
      if (end > begin) WriteOne({line, begin}, end - begin, token);
    }
  }
  Json Take() { return std::move(data_); }

 private:
  void WriteOne(ide::Position at, std::uint32_t length, const ide::ColouredToken& token) {
    const std::uint32_t lines = at.line - last_.line;
    data_.push_back(lines);
    data_.push_back(lines == 0 ? at.character - last_.character : at.character);
    data_.push_back(length);
    data_.push_back(static_cast<int>(token.type));
    data_.push_back(token.modifiers);
    last_ = at;
  }

  const ide::Lines& lines_;
  ide::Position last_;
  Json data_ = Json::array();
};

Json SelectionFrom(const std::vector<syntax::Place>& places, const ide::Lines& lines) {
  Json parent;
  for (std::size_t i = places.size(); i-- > 0;) {
    Json selection = {{"range", ToJson(lines.RangeOf(places[i]))}};
    if (!parent.is_null()) selection["parent"] = std::move(parent);
    parent = std::move(selection);
  }
  return parent;
}

bool CanBeSimulated(const syntax::ClassDefinition& c) {
  const bool is_model = c.kind == syntax::ClassKind::kModel || c.kind == syntax::ClassKind::kBlock ||
                        c.kind == syntax::ClassKind::kClass;
  return is_model && !c.is_partial;
}

struct LensKind {
  std::string_view title, command;
  bool is_of_all;  // else of models only
};
constexpr LensKind kLenses[] = {{"simulate", "daedalus.simulate", false},
                                {"draw", "daedalus.draw", true},
                                {"analyze", "daedalus.analyze", false}};

}  // namespace

Json FoldingRanges(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  const ide::Lines lines(document.text);
  Json list = Json::array();
  for (const ide::Fold& fold : ide::FoldsOf(TreeOf(context, document), lines)) {
    Json json = {{"startLine", fold.first_line}, {"endLine", fold.last_line}};
    if (fold.kind == ide::Fold::Kind::kComment) json["kind"] = "comment";
    list.push_back(std::move(json));
  }
  return list;
}

Json SelectionRanges(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  const syntax::Tree& tree = TreeOf(context, document);
  const ide::TextMap map = ide::MapText(tree);
  const ide::Lines lines(document.text);
  Json list = Json::array();
  for (const Json& position : params.at("positions"))
    list.push_back(
        SelectionFrom(ide::SelectionsAt(map, tree, lines.OffsetOf(PositionFrom(position))), lines));
  return list;
}

Json SemanticTokens(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  Analysis& analysis = AnalysisOf(context, document);
  const ide::Lines lines(document.text);
  TokenWriter writer(lines);
  for (const ide::ColouredToken& token : ide::Highlight(analysis.world, analysis.map)) writer.Write(token);
  return {{"data", writer.Take()}};
}

Json InlayHints(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  const ide::Lines lines(document.text);
  const std::size_t begin = lines.OffsetOf(PositionFrom(params.at("range").at("start")));
  const std::size_t end = lines.OffsetOf(PositionFrom(params.at("range").at("end")));
  Analysis& analysis = AnalysisOf(context, document);
  Json list = Json::array();
  for (const ide::Hint& hint : ide::ArgumentHints(analysis.world, analysis.map, begin, end))
    list.push_back({{"position", ToJson(lines.PositionOf(hint.offset))},
                    {"label", hint.text},
                    {"kind", 2},
                    {"paddingRight", true}});
  return list;
}

Json Formatting(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  const auto edits = ide::Format(document.text);
  if (!edits)
    throw RequestError{ErrorCode::kRequestFailed, "a text with mistakes of syntax cannot be laid out"};
  return EditsToJson(ide::Lines(document.text), *edits);
}

Json CodeActions(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  const syntax::Tree& tree = TreeOf(context, document);
  const ide::Lines lines(document.text);
  Json list = Json::array();
  for (const Json& diagnostic : params.at("context").at("diagnostics")) {
    ide::Complaint complaint;
    complaint.place = {
        static_cast<std::uint32_t>(lines.OffsetOf(PositionFrom(diagnostic.at("range").at("start")))),
        static_cast<std::uint32_t>(lines.OffsetOf(PositionFrom(diagnostic.at("range").at("end"))))};
    complaint.message = diagnostic.at("message").get<std::string>();
    if (diagnostic.contains("data") && diagnostic["data"].is_object())
      complaint.hint = diagnostic["data"].value("hint", std::string());
    for (const ide::Fix& fix : ide::FixesOf(tree, complaint)) {
      // An edit must not name a class that no library contains.
      if (!fix.uses.empty() && !AnalysisOf(context, document).world.store().Find(fix.uses).IsValid())
        continue;
      list.push_back({{"title", fix.title},
                      {"kind", "quickfix"},
                      {"diagnostics", Json::array({diagnostic})},
                      {"edit", {{"changes", {{document.uri, EditsToJson(lines, fix.edits)}}}}}});
    }
  }
  return list;
}

Json CodeLenses(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  Analysis& analysis = AnalysisOf(context, document);
  const ide::Lines lines(document.text);
  Json list = Json::array();
  for (const ide::Use& use : analysis.map.uses) {
    if (use.kind != ide::UseKind::kClass) continue;
    const syntax::ClassDefinition& c = analysis.world.tree()[use.declared];
    if (c.form != syntax::ClassForm::kLong) continue;
    const library::ClassId cls = analysis.world.store().Of(analysis.world.tree(), use.declared);
    const std::string name = analysis.world.store().FullName(cls);
    for (const LensKind& lens : kLenses) {
      if (!lens.is_of_all && !CanBeSimulated(c)) continue;
      list.push_back({{"range", ToJson(lines.RangeOf(use.place))},
                      {"command",
                       {{"title", lens.title},
                        {"command", lens.command},
                        {"arguments", Json::array({name, document.uri})}}}});
    }
  }
  return list;
}

}  // namespace daedalus::lsp
