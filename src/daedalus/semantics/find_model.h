// Which class of the files is meant: the named one, or the last model.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/syntax/tree.h"

namespace daedalus::semantics {

// A class and the tree it stands in. The tree must outlive it.
struct Model {
  const syntax::Tree* tree = nullptr;
  syntax::ClassId id;

  const syntax::ClassDefinition& definition() const { return (*tree)[id]; }
};

// The name with those of the enclosing classes and of the `within` clause: "Library.Examples.Pendulum".
std::string FullName(const Model& model);

// With a name: the class of that full name, of any kind. Without: the last model, block or class that is not
// partial; those inside packages count only when there is none at the top of a file. Fails with kUnknownClass
// (and the nearest name there is) or kNoModel.
Result<Model> FindModel(std::span<const syntax::Tree* const> trees,
                        std::optional<std::string_view> name = {});

}  // namespace daedalus::semantics
