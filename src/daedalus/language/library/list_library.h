// An overview of a library: its packages, and the models with an `experiment` annotation. This reads all
// files of the library.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "daedalus/language/library/class_store.h"

namespace daedalus::library {

struct ListedClass {
  ClassId id;
  bool is_package = false;  // else it has an experiment
  std::string name;         // with those of the packages around it
  std::string version;      // of a package that says it
  std::string description;  // in one line
  // StopTime and the like, as they are written; experiments that a base class has are not known here.
  std::vector<std::pair<std::string, std::string>> experiment;
};

// One class, of any kind.
ListedClass Describe(const ClassStore& store, ClassId id);

// The class itself first, then its contents, packages before their contents, in the order of the library.
// Classes in models and protected classes are omitted: they are not simulated by name.
std::vector<ListedClass> ListLibrary(ClassStore& store, ClassId root);

}  // namespace daedalus::library
