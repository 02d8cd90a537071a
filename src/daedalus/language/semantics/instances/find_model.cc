#include "daedalus/language/semantics/instances/find_model.h"

#include <vector>

#include "daedalus/base/nearest_name.h"
#include "daedalus/language/library/explain_missing.h"
#include "daedalus/language/library/with_contents.h"

namespace daedalus::semantics {
namespace {

using library::ClassId;
using library::ClassStore;
using syntax::ClassKind;

// Every class in the text of the user's files.
std::vector<ClassId> GivenClasses(ClassStore& store) {
  return library::WithContents(store, store.given());
}

bool IsModel(const syntax::ClassDefinition& c) {
  return !c.is_partial &&
         (c.kind == ClassKind::kModel || c.kind == ClassKind::kBlock || c.kind == ClassKind::kClass);
}

// True if the class is at the top of a file, or inside packages only.
bool IsInPackages(const ClassStore& store, ClassId id) {
  for (ClassId up = store.parent(id); up.IsValid(); up = store.parent(up)) {
    if (store.definition(up).kind != ClassKind::kPackage) return false;
  }
  return true;
}

Result<ClassId> FindNamed(ClassStore& store, std::string_view name) {
  if (const ClassId found = store.Find(name); found.IsValid()) return found;
  if (store.given().empty()) return Fail(library::ExplainMissing(store, name));
  NearestName nearest(name);
  for (const ClassId id : GivenClasses(store)) nearest.Offer(store.FullName(id));
  return Fail(
      Error(Code::kUnknownClass, {}, "there is no class `{}` in the files", name).Hint(nearest.Hint()));
}

}  // namespace

Result<ClassId> FindModel(ClassStore& store, std::optional<std::string_view> name) {
  if (name) return FindNamed(store, *name);
  ClassId at_top, in_package;
  for (const ClassId id : GivenClasses(store)) {
    if (!IsModel(store.definition(id)) || !IsInPackages(store, id)) continue;
    (store.definition(id).enclosing.IsValid() ? in_package : at_top) = id;
  }
  if (at_top.IsValid()) return at_top;
  if (in_package.IsValid()) return in_package;
  return Fail(Error(Code::kNoModel, {}, "there is no model in the files")
                  .Note("a model, block or class that is not partial can be simulated"));
}

}  // namespace daedalus::semantics
