#include "daedalus/semantics/find_model.h"

#include <algorithm>

#include "daedalus/base/nearest_name.h"

namespace daedalus::semantics {
namespace {

using syntax::ClassKind;
using syntax::Tree;

// Every class of a tree, in the order of the text: outer ones before what they contain.
std::vector<Model> ClassesOf(const Tree& tree) {
  std::vector<Model> classes;
  std::vector<std::span<const syntax::Element>> pending = {tree.List(tree.root().classes)};
  while (!pending.empty()) {
    if (pending.back().empty()) {
      pending.pop_back();
      continue;
    }
    const syntax::Element& element = pending.back().front();
    pending.back() = pending.back().subspan(1);
    if (element.kind != syntax::ElementKind::kClass) continue;
    classes.push_back({&tree, element.class_definition});
    pending.push_back(tree.List(tree[element.class_definition].elements));
  }
  return classes;
}

bool IsModel(const syntax::ClassDefinition& c) {
  return !c.is_partial &&
         (c.kind == ClassKind::kModel || c.kind == ClassKind::kBlock || c.kind == ClassKind::kClass);
}

// At the top of a file, or with nothing but packages around it.
bool IsInPackages(const Model& model) {
  for (syntax::ClassId id = model.definition().enclosing; id.IsValid(); id = (*model.tree)[id].enclosing) {
    if ((*model.tree)[id].kind != ClassKind::kPackage) return false;
  }
  return true;
}

Result<Model> FindNamed(std::span<const Tree* const> trees, std::string_view name) {
  NearestName nearest(name);
  for (const Tree* tree : trees) {
    for (const Model& candidate : ClassesOf(*tree)) {
      const std::string full_name = FullName(candidate);
      if (full_name == name) return candidate;
      nearest.Offer(full_name);
    }
  }
  return Fail(
      Error(Code::kUnknownClass, {}, "there is no class `{}` in the files", name).Hint(nearest.Hint()));
}

}  // namespace

std::string FullName(const Model& model) {
  const Tree& tree = *model.tree;
  std::string name(tree.Text(model.definition().name.name));
  for (syntax::ClassId id = model.definition().enclosing; id.IsValid(); id = tree[id].enclosing) {
    name = fmt::format("{}.{}", tree.Text(tree[id].name.name), name);
  }
  const bool is_within = tree.root().has_within && tree.root().within.IsValid();
  return is_within ? fmt::format("{}.{}", tree.DottedName(tree.root().within), name) : name;
}

Result<Model> FindModel(std::span<const Tree* const> trees, std::optional<std::string_view> name) {
  if (name) return FindNamed(trees, *name);
  Model at_top, in_package;
  for (const Tree* tree : trees) {
    for (const Model& candidate : ClassesOf(*tree)) {
      if (!IsModel(candidate.definition()) || !IsInPackages(candidate)) continue;
      (candidate.definition().enclosing.IsValid() ? in_package : at_top) = candidate;
    }
  }
  if (at_top.tree != nullptr) return at_top;
  if (in_package.tree != nullptr) return in_package;
  return Fail(Error(Code::kNoModel, {}, "there is no model in the files")
                  .Note("a model, block or class that is not partial can be simulated"));
}

}  // namespace daedalus::semantics
