// Classes together with all classes declared in them.
#pragma once

#include <span>
#include <vector>

#include "daedalus/language/library/class_store.h"

namespace daedalus::library {

// In the order of the library. An outer class comes before its contents.
std::vector<ClassId> WithContents(ClassStore& store, std::span<const ClassId> roots);

}  // namespace daedalus::library
