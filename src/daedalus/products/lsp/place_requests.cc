// Requests about the name at a place.
#include "daedalus/products/ide/calls.h"
#include "daedalus/products/ide/completion.h"
#include "daedalus/products/ide/describe.h"
#include "daedalus/products/ide/meaning.h"
#include "daedalus/products/ide/references.h"
#include "daedalus/products/lsp/requests.h"
#include "daedalus/products/lsp/uri.h"

namespace daedalus::lsp {
namespace {

using ide::Meaning;
using ide::Use;

// A name and what it means. `use` is null where there is no name.
struct NameAt {
  const Use* use = nullptr;
  Meaning meaning;
};

NameAt FindName(Analysis& analysis, std::size_t offset) {
  const Use* use = ide::UseAt(analysis.map, offset);
  if (use == nullptr) return {};
  return {use, ide::Resolver(analysis.world, analysis.world.tree()).Of(analysis.map, *use)};
}

// The name in results of what is named here, as the text of the class says it: `cell[2].r.v`.
std::string NameInResult(const Analysis& analysis, const Document& document, const Use& use) {
  std::size_t begin = use.place.begin, end = use.place.end;
  for (const Use& other : analysis.map.uses) {
    if (use.reference.IsValid() && other.reference == use.reference && other.part == 0)
      begin = other.place.begin;
  }
  if (end < document.text.size() && document.text[end] == '[')
    end = std::min(document.text.find(']', end), document.text.size() - 1) + 1;
  std::string name = document.text.substr(begin, end - begin);
  std::erase_if(name, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
  return name;
}

// What a variable has done in the last result of its model; empty if none lies near.
std::string ValueInResult(RequestContext& context, Analysis& analysis, const Document& document,
                          const NameAt& name) {
  const bool can_vary = name.use->kind == ide::UseKind::kValue || name.use->kind == ide::UseKind::kComponent;
  if (!can_vary || name.meaning.kind != Meaning::Kind::kComponent || !name.use->cls.IsValid()) return {};
  const library::ClassId cls = analysis.world.store().Of(analysis.world.tree(), name.use->cls);
  if (!cls.IsValid()) return {};
  const ResultSummary* result = context.workspace.ResultOf(document, analysis.world.store().FullName(cls));
  if (result == nullptr) return {};
  return DescribeRun(*result, NameInResult(analysis, document, *name.use),
                     Workspace::IsOlder(*result, document));
}

Json LocationOfSpan(RequestContext& context, ide::World& world, Span span) {
  if (!span.IsValid()) return nullptr;
  return LocationOf(context, ide::TextCache::KeyOf(world.store().sources().Name(span.file)),
                    {span.begin, span.end});
}

// The numbers come from CompletionItemKind of the protocol.
int KindOf(ide::Proposal::Kind kind) {
  using Kind = ide::Proposal::Kind;
  switch (kind) {
    case Kind::kComponent:
      return 6;
    case Kind::kParameter:
      return 10;
    case Kind::kConstant:
      return 21;
    case Kind::kClass:
      return 7;
    case Kind::kPackage:
      return 9;
    case Kind::kFunction:
      return 3;
    case Kind::kType:
      return 25;
    case Kind::kLiteral:
      return 20;
    case Kind::kModifier:
    case Kind::kArgument:
      return 10;
    case Kind::kUnit:
      return 11;
    case Kind::kKeyword:
      return 14;
  }
  return 1;
}

// A world for the text, without the half-typed item at the cursor if the text has syntax errors.
class WorldAtCursor {
 public:
  WorldAtCursor(RequestContext& context, const Document& document, const ide::Cursor& cursor,
                std::size_t offset) {
    const ide::TextCache::Parsed* parsed = context.workspace.texts().Get(document.path);
    if (parsed == nullptr || parsed->mistakes.empty()) {
      world_ = &AnalysisOf(context, document).world;
      return;
    }
    mended_.emplace(context.workspace.texts(), document.path, context.workspace.LibraryPath(),
                    ide::WithoutItem(document.text, cursor, offset));
    world_ = &*mended_;
  }
  ide::World& operator*() { return *world_; }

 private:
  std::optional<ide::World> mended_;
  ide::World* world_ = nullptr;
};

}  // namespace

Json Hover(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  const std::size_t offset = OffsetIn(document, params);
  Analysis& analysis = AnalysisOf(context, document);
  const NameAt name = FindName(analysis, offset);
  if (name.use == nullptr) return nullptr;
  std::string text = ide::Describe(analysis.world, name.meaning);
  if (text.empty()) return nullptr;
  text += ValueInResult(context, analysis, document, name);
  return {{"contents", {{"kind", "markdown"}, {"value", text}}},
          {"range", ToJson(ide::Lines(document.text).RangeOf(name.use->place))}};
}

Json Definition(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  const std::size_t offset = OffsetIn(document, params);
  Analysis& analysis = AnalysisOf(context, document);
  return LocationOfSpan(context, analysis.world, FindName(analysis, offset).meaning.declaration);
}

Json TypeDefinition(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  const std::size_t offset = OffsetIn(document, params);
  Analysis& analysis = AnalysisOf(context, document);
  ide::World& world = analysis.world;
  const Meaning meaning = FindName(analysis, offset).meaning;
  const scope::EnvId type = ide::Resolver(world, world.tree()).TypeOf(meaning);
  return type.IsValid() ? LocationOfSpan(context, world, world.envs().SpanOf(type)) : Json();
}

Json DocumentHighlights(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  const std::size_t offset = OffsetIn(document, params);
  Analysis& analysis = AnalysisOf(context, document);
  const auto declared = ide::DeclaredBy(analysis.world, FindName(analysis, offset).meaning);
  Json list = Json::array();
  if (!declared) return list;
  const ide::Lines lines(document.text);
  for (const ide::Occurrence& o : ide::OccurrencesIn(analysis.world, analysis.world.tree(), *declared))
    list.push_back({{"range", ToJson(lines.RangeOf(o.place))}, {"kind", o.is_declaration ? 3 : 2}});
  return list;
}

Json Completion(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  const std::size_t offset = OffsetIn(document, params);
  const ide::Cursor cursor = ide::CursorAt(document.text, offset, context.workspace.texts().names());
  Json items = Json::array();
  if (cursor.kind != ide::Cursor::Kind::kNowhere) {
    WorldAtCursor world(context, document, cursor, offset);
    const ide::Lines lines(document.text);
    const Json range = ToJson(
        lines.RangeOf({static_cast<std::uint32_t>(cursor.begin), static_cast<std::uint32_t>(cursor.end)}));
    for (const ide::Proposal& p : ide::Complete(*world, cursor, offset)) {
      Json item = {{"label", p.label},
                   {"kind", KindOf(p.kind)},
                   {"textEdit", {{"range", range}, {"newText", p.label}}}};
      if (!p.detail.empty()) item["detail"] = p.detail;
      if (!p.description.empty()) item["documentation"] = p.description;
      if (p.kind == ide::Proposal::Kind::kKeyword) item["sortText"] = "~" + p.label;
      items.push_back(std::move(item));
    }
  }
  return {{"isIncomplete", false}, {"items", std::move(items)}};
}

Json SignatureHelp(RequestContext& context, const Json& params) {
  const Document& document = DocumentOf(context, params);
  const std::size_t offset = OffsetIn(document, params);
  const ide::Cursor cursor = ide::CursorAt(document.text, offset, context.workspace.texts().names());
  if (cursor.kind == ide::Cursor::Kind::kNowhere || cursor.frames.empty()) return nullptr;
  WorldAtCursor world(context, document, cursor, offset);
  const auto signature = ide::SignatureAt(*world, cursor, offset);
  if (!signature) return nullptr;
  Json parameters = Json::array();
  for (const ide::Signature::Parameter& p : signature->parameters)
    parameters.push_back({{"label", p.label}, {"documentation", p.description}});
  const Json one = {{"label", signature->label},
                    {"documentation", signature->description},
                    {"parameters", std::move(parameters)}};
  return {{"signatures", Json::array({one})}, {"activeSignature", 0}, {"activeParameter", signature->active}};
}

}  // namespace daedalus::lsp
