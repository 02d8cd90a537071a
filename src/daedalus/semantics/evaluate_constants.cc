#include "daedalus/semantics/evaluate_constants.h"

#include <algorithm>

#include "daedalus/semantics/arithmetic.h"
#include "daedalus/semantics/attributes.h"
#include "daedalus/semantics/bindings.h"
#include "daedalus/semantics/dependencies.h"
#include "daedalus/semantics/elements.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;

// ---- Dimensions ----

// The expression that `:` takes its size from: the binding, else an attribute that is an array.
ExpressionId ShapeSource(const Symbol& symbol) {
  if (symbol.binding.IsValid()) return symbol.binding;
  for (const AttributeModifier& attribute : symbol.attributes) {
    if (attribute.expression.IsValid() && !attribute.is_each) return attribute.expression;
  }
  return {};
}

std::optional<Dims> DeducedDims(Context& context, const Symbol& symbol, Span colon) {
  const ExpressionId source = ShapeSource(symbol);
  TextScope text{context.tree};
  Lowering l{context, text, {Mode::kProbe, Variability::kContinuous, "a dimension"}};
  if (!source.IsValid()) {
    l.Error(Code::kUnknownDimension, colon, "`{}` has no value that would tell the size of `:`",
            context.NameOf(symbol));
    return std::nullopt;
  }
  const Value value = Lower(l, source);
  if (value.IsError()) return std::nullopt;
  if (value.dims.size() == symbol.dimensions.size()) return value.dims;
  l.Error(Code::kDimensionMismatch, l.SpanOf(source), "`{}` has {} dimensions, but this is {}",
          context.NameOf(symbol), symbol.dimensions.size(), l.TypeText(value));
  return std::nullopt;
}

// Fills symbol.dims one by one, since later ones may ask for the size of earlier ones.
bool FindDimensions(Context& context, Symbol& symbol) {
  TextScope text{context.tree};
  Lowering l{context, text, {Mode::kStructural, Variability::kParameter, "a dimension"}};
  std::optional<Dims> deduced;
  for (std::size_t d = 0; d < symbol.dimensions.size(); ++d) {
    const ExpressionId id = symbol.dimensions[d];
    if (context.tree[id].kind == ExpressionKind::kColon) {
      if (!deduced) deduced = DeducedDims(context, symbol, l.SpanOf(id));
      if (!deduced) return false;
      symbol.dims.push_back((*deduced)[d]);
      continue;
    }
    const auto dimension = LowerDimension(l, id);
    if (!dimension) return false;
    symbol.dims.push_back(dimension->size);
    if (dimension->index_type != BaseType::kInteger) {
      symbol.index_types.resize(d + 1, BaseType::kInteger);
      symbol.index_types[d] = dimension->index_type;
    }
  }
  return AreSizes(l, symbol.dims, symbol.name_span);
}

void EvaluateDimensions(Context& context, Symbol& symbol) {
  symbol.is_being_sized = true;
  symbol.has_dims = FindDimensions(context, symbol);
  symbol.is_being_sized = false;
  if (symbol.has_dims) return;
  symbol.dims.clear();
  context.reporter.GiveUp(symbol.name_span);
}

// ---- Values ----

bool DependsOnFree(const Context& context, SymbolId id) {
  const auto nodes = DependenciesOf(context, {id, true});
  return std::any_of(nodes.begin(), nodes.end(), [&](DeclarationNode node) {
    const Symbol& symbol = context.symbols[node.symbol];
    return node.is_value && !symbol.IsVariable() && symbol.role == Role::kVariable;
  });
}

Value BoundValue(Context& context, const Symbol& symbol) {
  if (!symbol.binding.IsValid() || symbol.IsOverridden()) return ArrayValue(symbol.type, symbol.dims);
  const bool is_constant = symbol.variability == Variability::kConstant;
  TextScope text{context.tree};
  Lowering l{context,
             text,
             {Mode::kProbe, symbol.variability,
              is_constant ? "the value of a constant" : "the value of a parameter"}};
  return LowerBinding(l, symbol);
}

// A value found at the start of the simulation is a variable, and variables are Real.
void BecomeVariable(Context& context, Symbol& symbol) {
  if (symbol.type == BaseType::kReal) {
    symbol.role = Role::kVariable;
    return;
  }
  context.reporter.Report(
      Error(Code::kDiscreteVariable, symbol.name_span,
            "`{}` gets its value at the start of the simulation, which is not supported yet for {}",
            context.NameOf(symbol), context.types.Name(symbol.type)));
  symbol.value = {};
}

void EvaluateValue(Context& context, SymbolId id) {
  Symbol& symbol = context.symbols[id];
  if (symbol.IsVariable() || !symbol.has_dims) return;
  symbol.is_free = symbol.variability == Variability::kParameter && IsFree(context, symbol);
  symbol.value = BoundValue(context, symbol);
  if (symbol.value.IsError()) return context.reporter.GiveUp(symbol.name_span);
  if (symbol.is_free) {
    symbol.value = ArrayValue(symbol.type, symbol.dims);
    return BecomeVariable(context, symbol);
  }
  if (DependsOnFree(context, id)) return BecomeVariable(context, symbol);
  ApplyOverrides(context, symbol, symbol.value);
  if (symbol.variability == Variability::kConstant && !symbol.value.IsConstant()) {
    if (!symbol.binding.IsValid()) {
      context.reporter.Report(Error(Code::kMissingValue, symbol.name_span, "the constant `{}` has no value",
                                    context.NameOf(symbol)));
    } else {
      context.reporter.Report(Error(Code::kNotEvaluable, context.tree.SpanOf(symbol.binding),
                                    "the constant `{}` has no finite value", context.NameOf(symbol)));
    }
    symbol.value = {};
  }
}

}  // namespace

void EvaluateDeclarations(Context& context) {
  VisitInOrder(context, [&](DeclarationNode node) {
    if (node.is_value) {
      EvaluateValue(context, node.symbol);
    } else {
      EvaluateDimensions(context, context.symbols[node.symbol]);
    }
  });
}

void FreezeStructuralParameters(Context& context) {
  std::vector<SymbolId> pending;
  for (const SymbolId id : IdRange<SymbolId>(context.symbols.size())) {
    if (context.symbols[id].is_structural) pending.push_back(id);
  }
  while (!pending.empty()) {
    const SymbolId id = pending.back();
    pending.pop_back();
    for (const DeclarationNode node : DependenciesOf(context, {id, true})) {
      Symbol& symbol = context.symbols[node.symbol];
      if (!node.is_value || symbol.is_structural || symbol.IsVariable()) continue;
      symbol.is_structural = true;
      pending.push_back(node.symbol);
    }
  }
  System& system = context.system;
  for (const Symbol& symbol : context.symbols) {
    if (!symbol.is_structural || !symbol.first_parameter.IsValid()) continue;
    for (std::size_t i = 0; i < symbol.value.size(); ++i) {
      Parameter& parameter = system.parameters[ParameterId(symbol.first_parameter.index() + i)];
      parameter.is_constant = true;
      if (symbol.value[i].IsConstant()) parameter.value = system.graph.Constant(symbol.value[i].number);
    }
  }
}

}  // namespace daedalus::semantics
