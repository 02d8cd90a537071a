// Where the classes of the user's files belong: at the top, or in the package that `within` names.
#include <algorithm>
#include <filesystem>

#include "daedalus/language/library/class_store.h"
#include "daedalus/language/syntax/parse.h"

namespace daedalus::library {

namespace fs = std::filesystem;
using syntax::NameId;

namespace {

// False for a damaged clause, whose names the parser could not read.
bool HasWithin(const syntax::Tree& tree) {
  const syntax::ReferenceId within = tree.root().within;
  if (!within.IsValid()) return false;
  const auto parts = tree.List(tree[within].parts);
  return !parts.empty() && std::all_of(parts.begin(), parts.end(),
                                       [](const syntax::ReferencePart& part) { return part.name.IsValid(); });
}

}  // namespace

void ClassStore::AddFile(const std::string& path) {
  std::error_code ignored;
  std::string file = path, directory;
  if (fs::is_directory(path, ignored)) {
    file = (fs::path(path) / "package.mo").string();
    directory = path;
    if (!IsFile(file)) return ReportNoPackage(path, diagnostics_);
  } else if (fs::path(path).filename() == "package.mo") {
    directory = fs::path(path).has_parent_path() ? fs::path(path).parent_path().string() : ".";
  }
  const std::string canonical = fs::weakly_canonical(file, ignored).string();
  if (!given_files_.insert(canonical.empty() ? file : canonical).second) return;
  if (const syntax::Tree* tree = LoadFile(file)) Give(*tree, file, directory);
}

void ClassStore::AddTree(const syntax::Tree& tree) {
  Give(tree, {}, {});
}

void ClassStore::Give(const syntax::Tree& tree, const std::string& file, const std::string& directory) {
  MarkGiven(tree.file());
  bool is_first = true;
  for (const syntax::Element& element : tree.List(tree.root().classes)) {
    if (!ClassName(tree, element).IsValid()) continue;
    const ClassId id =
        AddClass(tree, element.class_definition, {}, nullptr, is_first ? directory : std::string());
    is_first = false;
    classes_[id].is_given = true;
    given_.push_back(id);
    if (HasWithin(tree)) {
      unplaced_.push_back({id, file});
    } else {
      PlaceAtTop(id);
    }
  }
}

void ClassStore::MarkGiven(SourceFileId file) {
  if (is_given_file_.size() <= file.index()) is_given_file_.resize(file.index() + 1, false);
  is_given_file_[file.index()] = true;
}

// Places packages before their contents, by the length of `within`.
void ClassStore::PlaceGiven() {
  if (unplaced_.empty()) return;
  std::vector<Unplaced> unplaced = std::exchange(unplaced_, {});
  const auto depth = [&](const Unplaced& u) { return tree(u.id)[tree(u.id).root().within].parts.size(); };
  std::stable_sort(unplaced.begin(), unplaced.end(),
                   [&](const Unplaced& a, const Unplaced& b) { return depth(a) < depth(b); });
  for (const Unplaced& u : unplaced) PlaceIn(FindWithin(u), u.id);
}

void ClassStore::PlaceAtTop(ClassId id) {
  ClassId& place = top_[definition(id).name.name];
  if (place.IsValid() && classes_[place].is_given) return ReportTwice(place, id);
  place = id;
  NoteUses(id);
}

void ClassStore::PlaceIn(ClassId parent, ClassId id) {
  Register(parent);
  classes_[id].parent = parent;
  ClassId& place = classes_[parent].children[definition(id).name.name];
  if (place.IsValid() && classes_[place].is_given) return ReportTwice(place, id);
  place = id;
}

ClassId ClassStore::FindWithin(const Unplaced& unplaced) {
  const syntax::Tree& tree = this->tree(unplaced.id);
  const syntax::ReferenceId within = tree.root().within;
  ClassId at;
  bool is_misspelt = false;
  for (const syntax::ReferencePart& part : tree.List(tree[within].parts)) {
    const bool is_top = !at.IsValid();
    if (is_top) LoadSurroundings(unplaced, part.name);
    ClassId next = is_top ? FindTop(part.name) : FindChild(at, part.name);
    // A file may stand alone. A `within` of which only a part exists is an error.
    is_misspelt = is_misspelt || (!is_top && !next.IsValid() && !classes_[at].is_placeholder);
    at = next.IsValid() ? next : AddPlaceholder(at, part.name);
  }
  if (is_misspelt) {
    diagnostics_.Report(Warning(Code::kWrongWithin, tree.SpanOf(within), "there is no package `{}`",
                                tree.DottedName(within)));
  }
  return at;
}

// The file may be in the directory of its package: .../A/B/file.mo with package.mo in A and in B.
void ClassStore::LoadSurroundings(const Unplaced& unplaced, NameId top_name) {
  if (unplaced.file.empty() || unplaced.file == "-") return;
  const auto known = top_.find(top_name);
  if (known != top_.end() && known->second.IsValid() && !classes_[known->second].is_placeholder) return;
  const syntax::Tree& tree = this->tree(unplaced.id);
  std::error_code ignored;
  fs::path directory = fs::weakly_canonical(unplaced.file, ignored).parent_path();
  if (!classes_[unplaced.id].directory.empty()) directory = directory.parent_path();
  for (std::size_t i = 1; i < tree[tree.root().within].parts.size(); ++i) {
    if (!IsFile(directory / "package.mo")) return;
    directory = directory.parent_path();
  }
  const std::string top(names_.Text(top_name));
  const std::string own = directory.filename().string();
  if ((own != top && !own.starts_with(top + " ")) || !IsFile(directory / "package.mo")) return;
  const ClassId id = LoadClass((directory / "package.mo").string(), directory.string(), {}, top_name);
  if (!id.IsValid()) return;
  top_[top_name] = id;
  NoteUses(id);
}

// Makes an empty package, so that its classes have their full names.
ClassId ClassStore::AddPlaceholder(ClassId parent, NameId name) {
  const std::string text = fmt::format("package {0} end {0};", names_.Text(name));
  const SourceFileId source = sources_.Add("a package that is not there", text);
  trees_.push_back(syntax::Parse(sources_, source, names_).tree);
  const syntax::Tree& tree = trees_.back();
  const ClassId id = AddClass(tree, tree[tree.root().classes[0]].class_definition, parent, nullptr, {});
  classes_[id].is_placeholder = true;
  (parent.IsValid() ? classes_[parent].children : top_)[name] = id;
  return id;
}

void ClassStore::ReportTwice(ClassId first, ClassId second) {
  diagnostics_.Report(Error(Code::kDuplicateClass, tree(second).SpanOf(definition(second).name),
                            "`{}` is given twice", FullName(second))
                          .With(tree(first).SpanOf(definition(first).name), "first here"));
}

}  // namespace daedalus::library
