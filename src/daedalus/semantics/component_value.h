// The value of a component: a scalar or array, a record, or a slice through arrays of components.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// `parts` starts with the part that names the component; what follows are its members.
Value LowerComponent(Lowering& l, Child child, std::span<const syntax::ReferencePart> parts);
// The same for a variable of the function that is being carried out.
Value LowerLocal(Lowering& l, std::uint32_t member, std::span<const syntax::ReferencePart> parts);

// A note that says what may stand where nothing may vary more than `limit`: parameter or constant.
std::string AllowedUpTo(Variability limit);
// Whether something that varies so much may stand here; reported if not.
bool IsAllowed(Lowering& l, std::string_view name, Variability variability, Span span);
// That the class has no member of the name; `what` is "`a`" or the like.
// A component with a condition is used in connections alone (section 4.4.5); other uses are reported.
bool MayBeUsed(Lowering& l, const scope::Member& member, const syntax::ReferencePart& part);
void ReportNoMember(Lowering& l, scope::EnvId env, std::string_view what, const syntax::ReferencePart& part);

}  // namespace daedalus::semantics
