#include "daedalus/language/semantics/events/finish_clocks.h"

#include "daedalus/system/clocks/resolve_clocks.h"

namespace daedalus::semantics {

bool FinishClocks(Context& c) {
  clocks::ClockedText& text = c.clocks.text;
  if (text.empty()) return true;
  for (const auto& [rounded, variable] : c.events.floors) text.rounded[variable] = rounded;
  for (const auto& [condition, variable] : c.events.conditions) {
    const DeclarationId declaration = c.system.hybrid.discretes[variable].declaration;
    text.conditions[variable] = c.system.declarations[declaration].span;
  }
  for (Diagnostic& error : clocks::ResolveClocks(c.system, text)) c.reporter.Report(std::move(error));
  return !c.reporter.HasErrors();
}

}  // namespace daedalus::semantics
