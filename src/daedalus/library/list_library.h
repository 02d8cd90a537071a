// What a library offers to somebody who looks into it for the first time: its packages, and the models that
// say how they are to be simulated (annotation `experiment`). All its files are read.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "daedalus/library/class_store.h"

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

// The class itself first, then what is in it, packages before their contents, in the order of the library.
// Classes in models and protected ones are left out: nobody simulates those by their name.
std::vector<ListedClass> ListLibrary(ClassStore& store, ClassId root);

}  // namespace daedalus::library
