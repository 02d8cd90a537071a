// The value of a component: a scalar or array, a record, or a slice through arrays of components.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// `parts` starts with the part that names the component; its members follow.
Value LowerComponent(Lowering& l, Child child, std::span<const syntax::ReferencePart> parts);
// The value of a variable of the function that is being executed.
Value LowerLocal(Lowering& l, std::uint32_t member, std::span<const syntax::ReferencePart> parts);

// A note: what is allowed where nothing may vary more than `limit` (parameter or constant).
std::string AllowedUpTo(Variability limit);
// True if something with this variability is allowed here; otherwise reported.
bool IsAllowed(Lowering& l, std::string_view name, Variability variability, Span span);
// Reports that the class has no member of this name; `what` is "`a`" or the like.
// A component with a condition may be used in connections only (section 4.4.5); other uses are reported.
bool MayBeUsed(Lowering& l, const scope::Member& member, const syntax::ReferencePart& part);
void ReportNoMember(Lowering& l, scope::EnvId env, std::string_view what, const syntax::ReferencePart& part);

}  // namespace daedalus::semantics
