#include "daedalus/semantics/elements.h"

#include "daedalus/semantics/instances.h"

namespace daedalus::semantics {
namespace {

template <class Element, class Id>
Id Append(IdVector<Id, Element>& elements, PathId path, std::uint32_t element_of_parent, const Dims& dims) {
  const Id first(elements.size());
  const auto count = static_cast<std::uint32_t>(NumElements(dims));
  for (std::uint32_t i = 0; i < count; ++i) {
    Element element;
    element.name = {path, element_of_parent * count + i};
    elements.Add(std::move(element));
  }
  return first;
}

void AllocateSymbol(Context& context, SymbolId id) {
  System& system = context.system;
  const bool is_known = EnsureValue(context, id);
  Symbol& symbol = context.tree[id];
  if (!symbol.HasDims()) return context.reporter.GiveUp(symbol.name_span);
  if (!is_known || !HasValueType(symbol.type)) return;
  const Node& parent = context.tree[symbol.parent];
  const PathId path = PathOf(context, parent, symbol.name, symbol.dims);
  if (symbol.role == Role::kVariable) {
    symbol.first_variable = Append(system.variables, path, parent.element, symbol.dims);
  } else {
    symbol.first_parameter = Append(system.parameters, path, parent.element, symbol.dims);
  }
}

}  // namespace

void Allocate(Context& context, NodeId root) {
  VisitSymbols(context, root, [&](SymbolId id) { AllocateSymbol(context, id); });
}

}  // namespace daedalus::semantics
