#include "daedalus/language/library/list_library.h"

namespace daedalus::library {
namespace {

using syntax::ClassDefinition;
using syntax::ClassKind;
using syntax::Tree;

// Blanks for line ends and indentation.
std::string InOneLine(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_space = c == '\n' || c == '\r' || c == '\t' || c == ' ';
    if (!is_space) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

bool CanBeSimulated(const ClassDefinition& c) {
  return !c.is_partial &&
         (c.kind == ClassKind::kModel || c.kind == ClassKind::kBlock || c.kind == ClassKind::kClass);
}

std::vector<std::pair<std::string, std::string>> EntriesOf(const Tree& tree,
                                                           const syntax::Modifier& experiment) {
  std::vector<std::pair<std::string, std::string>> entries;
  if (!experiment.modification.IsValid()) return entries;
  for (const syntax::Modifier& entry : tree.List(tree[experiment.modification].modifiers)) {
    const bool has_value = entry.kind == syntax::ModifierKind::kElement && entry.modification.IsValid() &&
                           tree[entry.modification].value.IsValid();
    if (has_value)
      entries.emplace_back(tree.DottedName(entry.name),
                           tree.Text(tree[tree[entry.modification].value].place));
  }
  return entries;
}

bool IsListed(const ClassStore& store, ClassId id) {
  const ClassDefinition& c = store.definition(id);
  const Tree& tree = store.tree(id);
  const bool is_hidden = store.element(id) != nullptr && store.element(id)->is_protected;
  if (is_hidden || c.kind == ClassKind::kPackage) return !is_hidden;
  return CanBeSimulated(c) && FindEntry(tree, AnnotationOf(tree, c), "experiment") != nullptr;
}

}  // namespace

ListedClass Describe(const ClassStore& store, ClassId id) {
  const Tree& tree = store.tree(id);
  const ClassDefinition& c = store.definition(id);
  ListedClass listed;
  listed.id = id;
  listed.is_package = c.kind == ClassKind::kPackage;
  listed.name = store.FullName(id);
  listed.version = VersionOf(tree, c);
  listed.description = InOneLine(tree.DescriptionText(c.description));
  if (const auto* experiment = FindEntry(tree, AnnotationOf(tree, c), "experiment"))
    listed.experiment = EntriesOf(tree, *experiment);
  return listed;
}

std::vector<ListedClass> ListLibrary(ClassStore& store, ClassId root) {
  std::vector<ListedClass> list;
  std::vector<ClassId> open = {root};
  while (!open.empty()) {
    const ClassId id = open.back();
    open.pop_back();
    if (!IsListed(store, id)) continue;
    list.push_back(Describe(store, id));
    if (!list.back().is_package) continue;
    const std::vector<ClassId> children = store.Children(id);
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return list;
}

}  // namespace daedalus::library
