#include "daedalus/products/lsp/check.h"

#include "daedalus/language/library/class_store.h"
#include "daedalus/products/driver/check_class.h"
#include "daedalus/products/lsp/uri.h"

namespace daedalus::lsp {
namespace {

// The place for a message about another text: the name of the class that is checked.
syntax::Place NameOf(library::ClassStore& store, library::ClassId cls) {
  return store.definition(cls).name.place;
}

void AddClasses(library::ClassStore& store, const syntax::Tree& tree, syntax::ClassId id, bool is_inner,
                std::vector<std::string>& names) {
  const syntax::ClassDefinition& c = tree[id];
  if (!c.name.name.IsValid()) return;
  const library::ClassId cls = store.Of(tree, id);
  // Classes that others redeclare are checked where they are used.
  const syntax::Element* element = store.element(cls);
  if (is_inner && element != nullptr && (element->is_replaceable || element->is_redeclare)) return;
  names.push_back(store.FullName(cls));
  const bool is_package = c.kind == syntax::ClassKind::kPackage;
  if (!is_package) return;
  for (const syntax::Element& child : tree.List(c.elements)) {
    if (child.class_definition.IsValid()) AddClasses(store, tree, child.class_definition, true, names);
  }
}

// The outermost class around a place that is not a package.
std::string EditedClass(library::ClassStore& store, const syntax::Tree& tree, std::size_t offset) {
  syntax::ClassId at = ide::ClassAt(tree, offset);
  syntax::ClassId best;
  for (; at.IsValid(); at = tree[at].enclosing) {
    if (tree[at].kind != syntax::ClassKind::kPackage || !best.IsValid()) best = at;
  }
  return best.IsValid() && tree[best].name.name.IsValid() ? store.FullName(store.Of(tree, best))
                                                          : std::string();
}

}  // namespace

Json SyntaxDiagnostics(Workspace& workspace, const Document& document) {
  Json list = Json::array();
  const ide::TextCache::Parsed* parsed = workspace.texts().Get(document.path);
  if (parsed == nullptr) return list;
  const ide::Lines lines(document.text);
  for (const Diagnostic& mistake : parsed->mistakes)
    list.push_back(DiagnosticToJson(mistake, workspace.texts().sources(), parsed->tree->file(), lines, {}));
  return list;
}

std::vector<std::string> ClassesToCheck(Workspace& workspace, const Document& document) {
  Analysis* analysis = workspace.AnalysisOf(document);
  if (analysis == nullptr) return {};
  library::ClassStore& store = analysis->world.store();
  const syntax::Tree& tree = analysis->world.tree();
  std::vector<std::string> names;
  if (document.was_edited) {
    std::string edited = EditedClass(store, tree, document.last_edit);
    if (!edited.empty()) names.push_back(std::move(edited));
  }
  std::vector<std::string> all;
  for (const syntax::Element& element : tree.List(tree.root().classes)) {
    if (element.class_definition.IsValid()) AddClasses(store, tree, element.class_definition, false, all);
  }
  for (std::string& name : all) {
    if (names.size() == kMaxChecked) break;
    if (names.empty() || name != names[0]) names.push_back(std::move(name));
  }
  return names;
}

void CheckClasses(Workspace& workspace, const Document& document, const std::vector<std::string>& classes,
                  const std::function<void(const Json& diagnostics)>& found) {
  ide::TextCache& texts = workspace.texts();
  Diagnostics diagnostics;
  library::ClassStore store(
      texts.sources(), texts.names(), workspace.LibraryPath(), diagnostics,
      [&](const std::string& path, Diagnostics& mistakes) { return texts.Load(path, mistakes); });
  store.AddFile(document.path);
  const ide::TextCache::Parsed* parsed = texts.Get(document.path);
  if (parsed == nullptr) return;
  const ide::Lines lines(document.text);
  Json list = Json::array();
  std::vector<Diagnostic> seen;
  for (const std::string& name : classes) {
    const library::ClassId cls = store.Find(name);
    syntax::Place fallback;
    if (cls.IsValid()) {
      if (&store.tree(cls) == parsed->tree.get()) fallback = NameOf(store, cls);
      driver::CheckOne(store, cls, {}, driver::CheckDepth::kStructure, diagnostics);
    }
    for (Diagnostic& message : diagnostics.Take()) {
      if (IsAmong(message, seen)) continue;
      list.push_back(DiagnosticToJson(message, texts.sources(), parsed->tree->file(), lines, fallback));
      seen.push_back(std::move(message));
    }
    found(list);
  }
}

}  // namespace daedalus::lsp
