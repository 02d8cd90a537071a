#include "daedalus/language/semantics/instances/parameter_number.h"

#include <vector>

#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/system/expr/evaluate.h"

namespace daedalus::semantics {
namespace {

// The declaration of the parameter of the System; invalid: it does not belong to the model.
SymbolId SymbolOf(const Context& context, ParameterId parameter) {
  for (std::size_t i = 0; i < context.tree.symbols.size(); ++i) {
    const Symbol& symbol = context.tree.symbols[i];
    if (!symbol.first_parameter.IsValid() || parameter < symbol.first_parameter) continue;
    if (parameter.index() <
        symbol.first_parameter.index() + static_cast<std::size_t>(NumElements(symbol.dims)))
      return SymbolId(i);
  }
  return {};
}

}  // namespace

std::optional<double> ParameterNumber(Context& context, expr::ExprId e) {
  // leaves of a routine are not those of the System
  if (context.functions.graph != nullptr) return std::nullopt;
  const expr::Leaves leaves = expr::CollectLeaves(context.system.graph, e);
  if (leaves.Vary()) return std::nullopt;
  std::vector<double> values(context.system.parameters.size());
  std::vector<SymbolId> symbols;
  for (const ParameterId parameter : leaves.parameters) {
    const SymbolId id = SymbolOf(context, parameter);
    if (!id.IsValid() || !EnsureValue(context, id)) return std::nullopt;
    const Symbol& symbol = context.tree[id];
    const Scalar& element = symbol.value[parameter.index() - symbol.first_parameter.index()];
    if (!element.IsConstant()) return std::nullopt;
    values[parameter.index()] = element.number;
    symbols.push_back(id);
  }
  for (const SymbolId id : symbols) context.tree[id].is_structural = true;
  return expr::Evaluate(context.system.graph, e, {.variables = {}, .derivatives = {}, .parameters = values});
}

}  // namespace daedalus::semantics
