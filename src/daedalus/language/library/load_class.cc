// From files to classes: what a library has on disk, and whether the files are what their names promise.
#include <filesystem>

#include "daedalus/language/library/class_store.h"
#include "daedalus/language/library/read_source.h"
#include "daedalus/language/syntax/parse.h"

namespace daedalus::library {

namespace fs = std::filesystem;
using syntax::NameId;

const syntax::Tree* ClassStore::LoadFile(const std::string& file) {
  if (load_) return load_(file, diagnostics_);
  auto text = ReadSource(file, diagnostics_);
  if (!text) return nullptr;
  const SourceFileId source = sources_.Add(file == "-" ? "standard input" : file, std::move(*text));
  syntax::ParseResult parsed = syntax::Parse(sources_, source, names_);
  diagnostics_.Append(std::move(parsed.diagnostics));
  trees_.push_back(std::move(parsed.tree));
  return &trees_.back();
}

ClassId ClassStore::LoadTop(NameId name) {
  const std::string text(names_.Text(name));
  const auto use = uses_.find(name);
  const TopFile* file = search_path_.Find(text, use == uses_.end() ? "" : use->second.version);
  if (file == nullptr) {
    if (const std::string broken = search_path_.FindBroken(text); !broken.empty())
      ReportNoPackage(broken, diagnostics_);
    return {};
  }
  const ClassId id = LoadClass(file->file, file->directory, {}, name);
  if (!id.IsValid()) return id;
  if (use != uses_.end()) CheckVersion(id, use->second);
  NoteUses(id);
  return id;
}

ClassId ClassStore::LoadChild(ClassId parent, const DirectoryEntry& entry) {
  const std::string file = FileOf(entry);
  if (file.empty()) {
    if (IsBrokenPackage(entry.directory)) WarnOfNoPackage(entry.directory, diagnostics_);
    return {};
  }
  const bool is_directory = file != entry.file;
  if (!is_directory && !entry.directory.empty() && IsFile(fs::path(entry.directory) / "package.mo")) {
    diagnostics_.Report(Error(Code::kDuplicateClass, {}, "`{}.{}` is in `{}` and in `{}`", FullName(parent),
                              names_.Text(entry.name), file,
                              (fs::path(entry.directory) / "package.mo").string())
                            .Hint("remove one of them"));
  }
  return LoadClass(file, is_directory ? entry.directory : "", parent, entry.name);
}

// The file has one class, called as the file or directory is.
ClassId ClassStore::LoadClass(const std::string& file, const std::string& directory, ClassId parent,
                              NameId name) {
  const std::size_t num_errors = diagnostics_.num_errors();
  const syntax::Tree* tree = LoadFile(file);
  if (tree == nullptr) return {};
  if (parent.IsValid() && IsGiven(this->tree(parent).file())) MarkGiven(tree->file());
  const bool is_whole = diagnostics_.num_errors() == num_errors;
  ClassId found;
  for (const syntax::Element& element : tree->List(tree->root().classes)) {
    if (!ClassName(*tree, element).IsValid()) continue;
    const syntax::Identifier& own_name = (*tree)[element.class_definition].name;
    const bool is_it = own_name.name == name && !found.IsValid();
    const ClassId id =
        AddClass(*tree, element.class_definition, parent, nullptr, is_it ? directory : std::string());
    if (is_it) {
      found = id;
    } else {
      diagnostics_.Report(Error(Code::kWrongClassInFile, tree->SpanOf(own_name),
                                "this file must contain the class `{}`, but contains `{}`", names_.Text(name),
                                names_.Text(own_name.name))
                              .Hint("a file of a library has one class, with the name of the file"));
    }
  }
  if (!found.IsValid() && tree->root().classes.empty() && is_whole) {
    diagnostics_.Report(Error(Code::kWrongClassInFile, sources_.WholeFile(tree->file()),
                              "`{}` contains no class; expected `{}`", file, names_.Text(name)));
  }
  if (found.IsValid() && is_whole) CheckWithin(*tree, parent, file);
  return found;
}

void ClassStore::CheckWithin(const syntax::Tree& tree, ClassId parent, const std::string& file) {
  const syntax::StoredDefinition& root = tree.root();
  const std::string written = root.within.IsValid() ? tree.DottedName(root.within) : "";
  const std::string right = parent.IsValid() ? FullName(parent) : "";
  if (written == right) return;
  const Span span = root.has_within ? tree.SpanOf(root.within_place) : Span{tree.file(), 0, 0};
  diagnostics_.Report(
      Error(Code::kWrongWithin, span, "`{}` is {}, but {}", file,
            right.empty() ? "at the top" : fmt::format("in `{}`", right),
            root.has_within ? fmt::format("says `{}`", sources_.Text(span)) : "has no within clause")
          .Hint(right.empty() ? "leave the within clause out" : fmt::format("write `within {};`", right)));
}

// ---- Versions ----

void ClassStore::NoteUses(ClassId top) {
  for (const Use& use : UsesOf(tree(top), definition(top))) {
    uses_.emplace(use.name, use);
    const auto there = top_.find(use.name);
    if (there != top_.end() && there->second.IsValid()) CheckVersion(there->second, use);
  }
}

void ClassStore::CheckVersion(ClassId top, const Use& use) {
  std::string version = VersionOf(tree(top), definition(top));
  if (version.empty()) version = VersionInName(sources_.Name(tree(top).file()));
  if (version == use.version || AcceptsVersion(tree(top), definition(top), use.version)) return;
  diagnostics_.Report(Warning(Code::kOtherVersion, use.span, "version {} of `{}` is required, but {} is used",
                              use.version, Name(top),
                              version.empty() ? "one without a version" : fmt::format("version {}", version))
                          .With(tree(top).SpanOf(definition(top).name), "this one"));
}

}  // namespace daedalus::library
