#include "daedalus/language/library/class_store.h"

#include <unordered_set>

namespace daedalus::library {

using syntax::NameId;

ClassStore::ClassStore(Sources& sources, syntax::NameTable& names, std::vector<std::string> path,
                       Diagnostics& diagnostics, TreeLoader load)
    : sources_(sources),
      names_(names),
      search_path_(std::move(path)),
      diagnostics_(diagnostics),
      load_(std::move(load)) {}

// ---- Names ----

ClassId ClassStore::FindTop(NameId name) {
  PlaceGiven();
  if (const auto found = top_.find(name); found != top_.end()) return found->second;
  const ClassId id = LoadTop(name);
  top_[name] = id;
  return id;
}

ClassId ClassStore::FindChild(ClassId parent, NameId name) {
  PlaceGiven();
  Register(parent);
  const auto found = classes_[parent].children.find(name);
  if (found != classes_[parent].children.end()) return found->second;
  const PackageDirectory* listing = classes_[parent].listing.get();
  const DirectoryEntry* entry = listing == nullptr ? nullptr : listing->Find(name);
  const ClassId id = entry == nullptr ? ClassId() : LoadChild(parent, *entry);
  classes_[parent].children[name] = id;
  return id;
}

ClassId ClassStore::Find(std::string_view full_name) {
  ClassId id;
  bool is_top = true;
  for (const NameId name : Names(full_name)) {
    id = is_top ? FindTop(name) : FindChild(id, name);
    if (!id.IsValid()) return id;
    is_top = false;
  }
  return id;
}

std::vector<NameId> ClassStore::Names(std::string_view full_name) {
  std::vector<NameId> names;
  while (true) {
    const std::size_t quote = full_name.starts_with('\'') ? full_name.find('\'', 1) : 0;
    const std::size_t dot = full_name.find('.', quote);
    names.push_back(names_.Intern(full_name.substr(0, dot)));
    if (dot == std::string_view::npos) return names;
    full_name.remove_prefix(dot + 1);
  }
}

ClassId ClassStore::Of(const syntax::Tree& tree, syntax::ClassId definition) {
  PlaceGiven();
  const ClassId known = IdOf(tree, definition);
  if (known.IsValid()) return known;
  const syntax::ClassId enclosing = tree[definition].enclosing;
  if (enclosing.IsValid()) Register(Of(tree, enclosing));
  const ClassId id = IdOf(tree, definition);
  return id.IsValid() ? id : AddClass(tree, definition, {}, nullptr, {});
}

// ---- Facts ----

std::string_view ClassStore::Name(ClassId id) const {
  const NameId name = definition(id).name.name;
  return name.IsValid() ? names_.Text(name) : "(no name)";
}

std::string ClassStore::FullName(ClassId id) const {
  std::string name(Name(id));
  for (ClassId at = parent(id); at.IsValid(); at = parent(at)) name.insert(0, std::string(Name(at)) + '.');
  return name;
}

std::vector<NameId> ClassStore::TopNames() {
  std::vector<NameId> names;
  for (const ClassId id : given()) {
    if (!parent(id).IsValid()) names.push_back(definition(id).name.name);
  }
  for (const std::string& name : search_path_.Names()) names.push_back(names_.Intern(name));
  return names;
}

std::vector<NameId> ClassStore::ChildNames(ClassId parent) {
  PlaceGiven();
  Register(parent);
  std::vector<NameId> names;
  for (const syntax::Element& element : tree(parent).List(definition(parent).elements)) {
    if (const NameId name = ClassName(tree(parent), element); name.IsValid()) names.push_back(name);
  }
  if (const PackageDirectory* listing = classes_[parent].listing.get()) {
    for (const DirectoryEntry& entry : listing->entries) names.push_back(entry.name);
  }
  for (const ClassId id : given_) {
    if (this->parent(id) == parent) names.push_back(definition(id).name.name);
  }
  return names;
}

std::vector<ClassId> ClassStore::Children(ClassId parent) {
  std::vector<NameId> order;
  if (!directory(parent).empty()) order = ReadPackageOrder(directory(parent), names_);
  for (const NameId name : ChildNames(parent)) order.push_back(name);
  std::vector<ClassId> children;
  std::unordered_set<NameId> seen;
  for (const NameId name : order) {
    if (!seen.insert(name).second) continue;
    if (const ClassId id = FindChild(parent, name); id.IsValid()) children.push_back(id);
  }
  return children;
}

// ---- The store ----

NameId ClassStore::ClassName(const syntax::Tree& tree, const syntax::Element& element) {
  const bool is_class = element.kind == syntax::ElementKind::kClass && element.class_definition.IsValid();
  return is_class ? tree[element.class_definition].name.name : NameId();
}

ClassId& ClassStore::IdOf(const syntax::Tree& tree, syntax::ClassId definition) {
  auto& of_tree = ids_[&tree];
  if (of_tree.empty()) of_tree.resize(tree.NumNodes<syntax::ClassDefinition>());
  return of_tree[definition];
}

ClassId ClassStore::AddClass(const syntax::Tree& tree, syntax::ClassId definition, ClassId parent,
                             const syntax::Element* element, std::string directory) {
  Class added;
  added.tree = &tree;
  added.definition = definition;
  added.parent = parent;
  added.element = element;
  added.directory = std::move(directory);
  const ClassId id = classes_.Add(std::move(added));
  IdOf(tree, definition) = id;
  return id;
}

// Registers the classes in the text of a class as its children, and lists its directory: once, when the first
// child is searched.
void ClassStore::Register(ClassId id) {
  if (classes_[id].is_registered) return;
  classes_[id].is_registered = true;
  const syntax::Tree& tree = *classes_[id].tree;
  for (const syntax::Element& element : tree.List(tree[classes_[id].definition].elements)) {
    const NameId name = ClassName(tree, element);
    if (!name.IsValid()) continue;
    const ClassId child = AddClass(tree, element.class_definition, id, &element, {});
    // A second class of the same name is an error that is reported elsewhere. It is found by its definition
    // only.
    classes_[id].children.emplace(name, child);
  }
  if (classes_[id].directory.empty()) return;
  classes_[id].listing = std::make_unique<PackageDirectory>(ListPackage(classes_[id].directory, names_));
  for (const DirectoryEntry& entry : classes_[id].listing->entries) {
    const auto in_text = classes_[id].children.find(entry.name);
    if (in_text == classes_[id].children.end()) continue;
    const std::string file = FileOf(entry);
    if (file.empty()) continue;
    diagnostics_.Report(Error(Code::kDuplicateClass, tree.SpanOf(definition(in_text->second).name),
                              "`{}` is here and in `{}`", FullName(in_text->second), file)
                            .Hint("remove one of them"));
  }
}

}  // namespace daedalus::library
