#include "daedalus/language/semantics/instances/elements.h"

#include "daedalus/language/semantics/events/discrete_symbols.h"
#include "daedalus/language/semantics/instances/instances.h"

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

void AllocateDiscretes(Context& context, Symbol& symbol, PathId path) {
  Hybrid& hybrid = context.system.hybrid;
  symbol.first_discrete = DiscreteId(hybrid.discretes.size());
  const auto count = static_cast<std::uint32_t>(NumElements(symbol.dims));
  for (std::uint32_t i = 0; i < count; ++i) {
    DiscreteVariable variable;
    variable.name = {path, context.tree[symbol.parent].element * count + i};
    AddDiscrete(hybrid, variable);
  }
}

// An external object is made once, before the run.
void ReportUnknownObject(Context& context, const Symbol& symbol) {
  context.reporter.Report(Error(Code::kDiscreteVariable, symbol.name_span,
                                "`{}` of type {} needs a value that is known before the run",
                                context.NameOf(symbol), context.types.Name(symbol.type))
                              .Hint("its constructor is called with constants and parameters"));
}

// A Real is discrete by a when-clause (section 3.8.3); the word `discrete` alone makes nothing of it.
void CheckAssigned(Context& context, const Symbol& symbol) {
  const bool is_declared_only = symbol.role == Role::kDiscrete && symbol.type == BaseType::kReal &&
                                !symbol.is_assigned_in_when && symbol.causality != Causality::kInput;
  if (!is_declared_only) return;
  context.reporter.Report(Error(Code::kDiscreteVariable, symbol.name_span,
                                "`{}` is declared discrete, but no when-clause gives it its values",
                                context.NameOf(symbol)));
}

void AllocateSymbol(Context& context, SymbolId id) {
  System& system = context.system;
  DecideVariability(context, id);
  const bool is_known = EnsureValue(context, id);
  Symbol& symbol = context.tree[id];
  if (!symbol.HasDims()) return context.reporter.GiveUp(symbol.name_span);
  if (symbol.role == Role::kDiscrete && !CanVary(symbol.type)) return ReportUnknownObject(context, symbol);
  const bool is_clock = symbol.IsVariable() && symbol.type == BaseType::kClock;
  if (!is_known || (symbol.role != Role::kDiscrete && !HasValueType(symbol.type) && !is_clock)) return;
  const Node& parent = context.tree[symbol.parent];
  const PathId path = PathOf(context, parent, symbol.name, symbol.dims);
  if (symbol.role == Role::kVariable) {
    symbol.first_variable = Append(system.variables, path, parent.element, symbol.dims);
    for (std::size_t i = symbol.first_variable.index(); i < system.variables.size(); ++i) {
      system.variables[VariableId(i)].is_kept = symbol.is_free;
      if (is_clock) context.clocks.text.clocks.push_back(VariableId(i));
    }
  } else if (symbol.role == Role::kDiscrete) {
    CheckAssigned(context, symbol);
    AllocateDiscretes(context, symbol, path);
  } else {
    symbol.first_parameter = Append(system.parameters, path, parent.element, symbol.dims);
  }
}

}  // namespace

void Allocate(Context& context, NodeId root) {
  VisitSymbols(context, root, [&](SymbolId id) { AllocateSymbol(context, id); });
}

}  // namespace daedalus::semantics
