// Finds every class that a run can name, on demand.
//
// A class is in a file that the user gave, or in a library. A package is a file, or a directory with
// package.mo whose other files and directories are further classes (Modelica 3.6, section 13.4). The store
// reads only the files that a name needs: Modelica.Electrical.Analog.Basic.Resistor needs the package.mo of
// the directories on the way and one more file.
//
// The store knows names, trees and places of classes. It does not know inheritance, imports or modification.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/base/id.h"
#include "daedalus/base/source.h"
#include "daedalus/language/library/annotations.h"
#include "daedalus/language/library/package_directory.h"
#include "daedalus/language/library/search_path.h"
#include "daedalus/language/syntax/names.h"
#include "daedalus/language/syntax/tree.h"

namespace daedalus::library {

struct ClassTag;
using ClassId = Id<ClassTag>;

// Gives the tree of a file, or reports why there is none and returns nullptr. An editor has texts that lie
// over those on the disk, and keeps trees while stores come and go. A tree must outlive the stores that have
// it.
using TreeLoader = std::function<const syntax::Tree*(const std::string& file, Diagnostics& diagnostics)>;

class ClassStore {
 public:
  // `path`: the directories of --library and MODELICAPATH, in this order. Files that cannot be read or parsed
  // are reported to `diagnostics`, once. `load`: where trees come from; empty: from the disk.
  ClassStore(Sources& sources, syntax::NameTable& names, std::vector<std::string> path,
             Diagnostics& diagnostics, TreeLoader load = {});

  // Adds the classes of a file or package directory of the user, or of standard input ("-"). They hide
  // classes of libraries. A file that begins with `within A.B;` belongs to A.B: in another given file, in the
  // directory around it, or in a library. If there is none, A.B becomes an empty package. Add all files
  // before the first search: a class that was found does not change.
  void AddFile(const std::string& path);
  // Adds the classes of a tree, for callers without a file. The tree must outlive the store.
  void AddTree(const syntax::Tree& tree);

  // ---- Names ----

  // A top-level class of the user's files, otherwise of the libraries. Invalid if there is none.
  ClassId FindTop(syntax::NameId name);
  // A class that is declared in the text or directory of another one. Inherited classes are not found here.
  ClassId FindChild(ClassId parent, syntax::NameId name);
  // The class with the full name "A.B.C".
  ClassId Find(std::string_view full_name);
  // The names in "A.B.'x.y'": a dot between quotes is part of an identifier.
  std::vector<syntax::NameId> Names(std::string_view full_name);
  // The class of a definition in a tree: a class of the store, or a short class in a modifier (`redeclare
  // package Medium = Water`), whose parent is invalid.
  ClassId Of(const syntax::Tree& tree, syntax::ClassId definition);

  // ---- Facts ----

  const syntax::Tree& tree(ClassId id) const { return *classes_[id].tree; }
  const syntax::ClassDefinition& definition(ClassId id) const {
    return (*classes_[id].tree)[classes_[id].definition];
  }
  syntax::ClassId definition_id(ClassId id) const { return classes_[id].definition; }
  ClassId parent(ClassId id) const { return classes_[id].parent; }  // invalid at the top
  std::string_view Name(ClassId id) const;
  std::string FullName(ClassId id) const;
  // The element (prefixes such as replaceable) by which the parent's text declares it; nullptr if it has a
  // file of its own, or is in a modifier.
  const syntax::Element* element(ClassId id) const { return classes_[id].element; }
  // The names of the classes that FindTop and FindChild may find, for lists and suggestions; no file is read.
  std::vector<syntax::NameId> TopNames();
  std::vector<syntax::NameId> ChildNames(ClassId parent);
  // Where libraries are looked up, in this order.
  const std::vector<std::string>& library_path() const { return search_path_.directories(); }
  // All classes of the package, in the order of package.order, then of the text. Reads their files.
  std::vector<ClassId> Children(ClassId parent);
  // The classes at the top of the user's files, in the order in which they were given. Their parents are
  // looked up now, when all files are there.
  const std::vector<ClassId>& given() {
    PlaceGiven();
    return given_;
  }
  // The directory of a package that is one; empty otherwise. modelica:// addresses start there.
  const std::string& directory(ClassId id) const { return classes_[id].directory; }
  syntax::NameTable& names() { return names_; }
  const Sources& sources() const { return sources_; }
  // Whether the file is one of the user's, or of a package that the user gave: not of a library that was
  // looked up.
  bool IsGiven(SourceFileId file) const {
    return file.IsValid() && file.index() < is_given_file_.size() && is_given_file_[file.index()];
  }

 private:
  struct Class {
    const syntax::Tree* tree = nullptr;
    syntax::ClassId definition;
    ClassId parent;
    const syntax::Element* element = nullptr;
    std::string directory;
    bool is_given = false;        // is in a file of the user
    bool is_placeholder = false;  // an empty package that a `within` names and no file declares
    bool is_registered = false;   // the classes in its text are among its children, its directory is listed
    std::unordered_map<syntax::NameId, ClassId> children;  // those found so far; invalid if there is none
    std::unique_ptr<PackageDirectory> listing;             // of a directory, once it is registered
  };
  // A class of the user's files whose `within` has not been looked up yet.
  struct Unplaced {
    ClassId id;
    std::string file;
  };

  // place_given.cc: where the user's classes belong.
  void Give(const syntax::Tree& tree, const std::string& file, const std::string& directory);
  void PlaceGiven();
  void PlaceAtTop(ClassId id);
  void PlaceIn(ClassId parent, ClassId id);
  ClassId FindWithin(const Unplaced& unplaced);
  void LoadSurroundings(const Unplaced& unplaced, syntax::NameId top_name);
  ClassId AddPlaceholder(ClassId parent, syntax::NameId name);
  void ReportTwice(ClassId first, ClassId second);

  void MarkGiven(SourceFileId file);

  // load_class.cc: from files to classes.
  const syntax::Tree* LoadFile(const std::string& file);
  ClassId LoadTop(syntax::NameId name);
  ClassId LoadChild(ClassId parent, const DirectoryEntry& entry);
  ClassId LoadClass(const std::string& file, const std::string& directory, ClassId parent,
                    syntax::NameId name);
  void CheckWithin(const syntax::Tree& tree, ClassId parent, const std::string& file);
  void CheckVersion(ClassId top, const Use& use);
  void NoteUses(ClassId top);

  // class_store.cc
  ClassId AddClass(const syntax::Tree& tree, syntax::ClassId definition, ClassId parent,
                   const syntax::Element* element, std::string directory);
  void Register(ClassId id);
  // Invalid if it is no class, or the text is wrong there and has no name.
  static syntax::NameId ClassName(const syntax::Tree& tree, const syntax::Element& element);
  ClassId& IdOf(const syntax::Tree& tree, syntax::ClassId definition);

  Sources& sources_;
  syntax::NameTable& names_;
  SearchPath search_path_;
  Diagnostics& diagnostics_;
  TreeLoader load_;
  std::deque<syntax::Tree> trees_;
  IdVector<ClassId, Class> classes_;
  std::unordered_map<const syntax::Tree*, IdVector<syntax::ClassId, ClassId>> ids_;  // by definition
  std::unordered_map<syntax::NameId, ClassId> top_;  // those found so far; invalid if there is none
  std::unordered_map<syntax::NameId, Use> uses_;     // the first version that was requested
  std::unordered_set<std::string> given_files_;      // with their canonical names
  std::vector<ClassId> given_;
  std::vector<bool> is_given_file_;
  std::vector<Unplaced> unplaced_;
};

}  // namespace daedalus::library
