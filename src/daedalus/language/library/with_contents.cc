#include "daedalus/language/library/with_contents.h"

namespace daedalus::library {

std::vector<ClassId> WithContents(ClassStore& store, std::span<const ClassId> roots) {
  std::vector<ClassId> classes, pending(roots.rbegin(), roots.rend());
  while (!pending.empty()) {
    const ClassId id = pending.back();
    pending.pop_back();
    classes.push_back(id);
    const std::vector<ClassId> children = store.Children(id);
    pending.insert(pending.end(), children.rbegin(), children.rend());
  }
  return classes;
}

}  // namespace daedalus::library
