// External functions that native/ does not have. With `--allow-external` they are loaded from the libraries
// that their annotations name, or compiled from the C text there (native/foreign_function.h).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "daedalus/language/semantics/events/act_at_event.h"
#include "daedalus/system/native/foreign_function.h"

namespace daedalus::semantics {

struct ForeignClause {
  const syntax::Tree& tree;
  const syntax::External& external;
  scope::EnvId function;
  std::string name;  // in its own language
  Span call;         // for messages
};

inline constexpr std::string_view kFortran = "FORTRAN 77";

// "C" if nothing is given.
std::string LanguageOf(const syntax::Tree& tree, const syntax::External& external);

// Loads it for arguments of these types; null after a reported error. `result`: the type of the result; null:
// none.
std::shared_ptr<const native::ForeignFunction> LoadForeign(Context& context, const ForeignClause& clause,
                                                           std::span<const ExternalArgument> arguments,
                                                           const Value* result);

// The place of the function according to the clause.
native::ForeignSource ForeignSourceOf(Context& context, const ForeignClause& clause);

// ` annotation(Library = {...}, ...)` with the same information as paths; empty: nothing is needed.
std::string ForeignAnnotationText(Context& context, const ForeignClause& clause);

// Functions with results that are not declared pure or impure count as pure. Older libraries, written before
// these keywords existed, mean it so.
native::Reach ReachOf(const Context& context, scope::EnvId function, bool has_results);

}  // namespace daedalus::semantics
