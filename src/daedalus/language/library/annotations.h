// What the annotation of a class says, as text: no expression is evaluated.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/language/syntax/tree.h"

namespace daedalus::library {

// The annotation of a class, at its end or in its description. Invalid if it has none.
syntax::ModificationId AnnotationOf(const syntax::Tree& tree, const syntax::ClassDefinition& definition);

// The entry `name(...)` or `name = value` of an annotation or of an entry in one. nullptr if there is none.
const syntax::Modifier* FindEntry(const syntax::Tree& tree, syntax::ModificationId in, std::string_view name);

// The string of `name = "text"`. nullopt if there is no such entry, or it has another value.
std::optional<std::string> FindText(const syntax::Tree& tree, syntax::ModificationId in,
                                    std::string_view name);

// One entry of `uses(Name(version="4.1.0"))` (Modelica 3.6, section 18.8.2).
struct Use {
  syntax::NameId name;
  std::string version;
  Span span;
};
std::vector<Use> UsesOf(const syntax::Tree& tree, const syntax::ClassDefinition& definition);

// `version = "4.1.0"` of a top-level class; empty if it has none.
std::string VersionOf(const syntax::Tree& tree, const syntax::ClassDefinition& definition);

// Whether the annotation `conversion(noneFromVersion="4.0.0")` says that what was written for that version
// works with this one as it is.
bool AcceptsVersion(const syntax::Tree& tree, const syntax::ClassDefinition& definition,
                    std::string_view version);

}  // namespace daedalus::library
