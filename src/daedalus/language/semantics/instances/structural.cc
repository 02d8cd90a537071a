#include "daedalus/language/semantics/instances/structural.h"

#include <utility>

#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

// Marks everything on which the value of the symbol depends as structural, by reading it once more.
void MarkSources(Context& context, const Symbol& symbol) {
  const Binding binding = BindingOf(context, symbol);
  if (!binding.IsValid() || symbol.IsOverridden() || symbol.IsVariable()) return;
  TextScope text = TextScopeOf(context, binding);
  Lowering l{context, text, {Mode::kStructural, symbol.variability, "the value of a structural parameter"}};
  const Reporter::Silent marking(context.reporter);  // mistakes were reported when the value was found
  LowerLayered(l, binding);
}

}  // namespace

void FreezeStructuralParameters(Context& context) {
  if (context.reporter.HasErrors()) return;
  std::vector<char> is_done(context.tree.symbols.size(), 0);
  for (bool found = true; found;) {
    found = false;
    for (std::size_t i = 0; i < context.tree.symbols.size(); ++i) {
      if (is_done.size() < context.tree.symbols.size()) is_done.resize(context.tree.symbols.size(), 0);
      const Symbol& symbol = context.tree.symbols[i];
      if (!symbol.is_structural || is_done[i] || symbol.evaluation != Progress::kDone) continue;
      is_done[i] = 1;
      found = true;
      MarkSources(context, symbol);
    }
  }
  System& system = context.system;
  for (std::size_t s = 0; s < context.tree.symbols.size(); ++s) {
    const Symbol& symbol = context.tree.symbols[s];
    if (!symbol.is_structural || !symbol.first_parameter.IsValid()) continue;
    for (std::size_t i = 0; i < symbol.value.size(); ++i) {
      Parameter& parameter = system.parameters[ParameterId(symbol.first_parameter.index() + i)];
      parameter.is_constant = true;
      parameter.is_structural = symbol.variability == Variability::kParameter && !symbol.is_final;
      if (symbol.value[i].IsConstant()) parameter.value = system.graph.Constant(symbol.value[i].number);
    }
  }
}

bool IsFoundAtStart(Lowering& l, syntax::ExpressionId id) {
  bool is_free = false;
  bool* const outer = std::exchange(l.depends_on_free, &is_free);
  const Mode mode = std::exchange(l.purpose.mode, Mode::kProbe);
  Lower(l, id);
  l.purpose.mode = mode;
  l.depends_on_free = outer;
  return is_free;
}

}  // namespace daedalus::semantics
