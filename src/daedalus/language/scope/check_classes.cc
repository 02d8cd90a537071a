#include "daedalus/language/scope/check_classes.h"

#include "daedalus/language/scope/check_kinds.h"
#include "daedalus/language/scope/check_modifications.h"
#include "daedalus/language/scope/check_names.h"
#include "daedalus/language/scope/check_prefixes.h"
#include "daedalus/language/scope/check_redeclarations.h"
#include "daedalus/language/scope/deselection.h"

namespace daedalus::scope {

void CheckClasses(EnvTable& table, const std::function<bool(EnvId)>& is_met) {
  KindChecker kinds(table);
  ModificationChecker modifications(table);
  const std::size_t count = table.num_envs();  // the checks make more, which are not in use
  for (std::size_t i = 0; i < count; ++i) {
    const EnvId env(i);
    if (!table.IsBuilt(env) || !table[env].cls.IsValid() || table[env].is_broken) continue;
    kinds.Check(env);
    CheckNames(table, env);
    CheckEncounters(table, env);
    CheckDeselections(table, env);
    modifications.CheckBases(env);
    if (table.KindOf(env) == syntax::ClassKind::kPackage) continue;  // most of its elements are not in use
    CheckConstraints(table, env);
    CheckPrefixes(table, env);
    if (!is_met || is_met(env)) modifications.CheckComponents(env);
  }
  for (const Span span : table.arena().misplaced_breaks()) {
    table.ReportError(
        Error(Code::kBadModification, span, "only an extends clause deselects components and connections")
            .Note("section 7.4 of the specification"));
  }
}

}  // namespace daedalus::scope
