#include "daedalus/language/semantics/events/finish_clocks.h"

#include "daedalus/system/clocks/default_clocks.h"
#include "daedalus/system/clocks/resolve_clocks.h"

namespace daedalus::semantics {
namespace {

// Elements keep their order when they move, so the first one tells where all are. If only some elements of an
// array are clocked, no number is right for all of them.
void Move(Symbol& symbol, const clocks::MovedVariables& moved) {
  if (!symbol.IsVariable() || !symbol.first_variable.IsValid()) return;
  const std::size_t first = symbol.first_variable.index();
  const auto all_in = [&](const auto& map) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(NumElements(symbol.dims)); ++i) {
      if (!map.contains(VariableId(first + i))) return false;
    }
    return map.contains(VariableId(first));
  };
  if (all_in(moved.kept)) {
    symbol.first_variable = moved.kept.at(VariableId(first));
    return;
  }
  if (all_in(moved.discrete)) symbol.first_discrete = moved.discrete.at(VariableId(first));
  symbol.first_variable = {};
}

}  // namespace

bool FinishClocks(Context& c) {
  clocks::ClockedText& text = c.clocks.text;
  if (text.empty()) return true;
  for (const auto& [rounded, variable] : c.events.floors) text.rounded[variable] = rounded;
  for (const auto& [condition, variable] : c.events.conditions) {
    const DeclarationId declaration = c.system.hybrid.discretes[variable].declaration;
    text.conditions[variable] = c.system.declarations[declaration].span;
  }
  for (Diagnostic& warning : clocks::GiveDefaultClocks(c.system, text)) c.reporter.Report(std::move(warning));
  clocks::MovedVariables moved;
  for (Diagnostic& error : clocks::ResolveClocks(c.system, text, &moved)) c.reporter.Report(std::move(error));
  if (c.reporter.HasErrors()) return false;
  for (std::size_t i = 0; i < c.tree.symbols.size(); ++i) Move(c.tree.symbols[i], moved);
  return true;
}

}  // namespace daedalus::semantics
