// External functions that are not among those known here (native/): with `--allow-external` they are loaded
// from the libraries that their annotations name, or compiled from the C text there
// (native/foreign_function.h).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "daedalus/native/foreign_function.h"
#include "daedalus/semantics/act_at_event.h"

namespace daedalus::semantics {

struct ForeignClause {
  const syntax::Tree& tree;
  const syntax::External& external;
  scope::EnvId function;
  std::string name;  // in its own language
  Span call;         // for messages
};

inline constexpr std::string_view kFortran = "FORTRAN 77";

// "C" where nothing is said.
std::string LanguageOf(const syntax::Tree& tree, const syntax::External& external);

// Loads it for arguments of these types; null after an error that was reported. `result`: what it returns;
// null: nothing.
std::shared_ptr<const native::ForeignFunction> LoadForeign(Context& context, const ForeignClause& clause,
                                                           std::span<const ExternalArgument> arguments,
                                                           const Value* result);

// Where the clause says that the function is.
native::ForeignSource ForeignSourceOf(Context& context, const ForeignClause& clause);

// ` annotation(Library = {...}, ...)` that says the same by paths; empty: nothing is to be said.
std::string ForeignAnnotationText(Context& context, const ForeignClause& clause);

// Undeclared functions with results are taken for pure, as the libraries mean them that were written before
// there was a word for it.
native::Reach ReachOf(const Context& context, scope::EnvId function, bool has_results);

}  // namespace daedalus::semantics
