// Finds dimensions and values of declarations when they are needed.
#include <algorithm>

#include "daedalus/base/stack_room.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/instances/attributes.h"
#include "daedalus/language/semantics/instances/bindings.h"
#include "daedalus/language/semantics/instances/elements.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionKind;

// ---- Dimensions ----

// The expression that gives `:` its size: the binding, or an attribute that is an array.
Binding ShapeSource(const Context& context, const Symbol& symbol) {
  if (Binding binding = BindingOf(context, symbol); binding.IsValid()) return binding;
  for (int i = 0; i < kNumAttributes; ++i) {
    Binding attribute = AttributeOf(context, symbol, static_cast<Attribute>(i));
    if (attribute.IsValid() && !attribute.is_each) return attribute;
  }
  return {};
}

std::optional<Dims> DeducedDims(Context& context, const Symbol& symbol, std::size_t rank, Span colon) {
  const Binding source = ShapeSource(context, symbol);
  if (!source.IsValid()) {
    context.reporter.Report(Error(Code::kUnknownDimension, colon,
                                  "`{}` has no value, so the size of `:` is unknown",
                                  context.NameOf(symbol)));
    return std::nullopt;
  }
  TextScope text = TextScopeOf(context, source);
  Lowering l{context, text, {Mode::kProbe, Variability::kContinuous, "a dimension"}};
  const Value value = LowerLayered(l, source);
  if (value.IsError()) return std::nullopt;
  if (value.dims.size() == rank) return value.dims;
  l.Error(Code::kDimensionMismatch, l.SpanOf(source.expression), "`{}` has {} dimensions, but this is {}",
          context.NameOf(symbol), rank, l.TypeText(value));
  return std::nullopt;
}

// Fills symbol.dims one by one, since later ones may depend on the size of earlier ones.
bool FindDimensions(Context& context, Symbol& symbol) {
  std::vector<scope::DeclaredText> declared = MemberOf(context, symbol).dimensions;
  for (const scope::DeclaredText& d : context.envs[symbol.env].dimensions) declared.push_back(d);
  if (declared.empty()) return true;
  std::optional<Dims> deduced;
  for (const scope::DeclaredText& dimension : declared) {
    TextScope text{*dimension.tree, FindInstance(context, symbol.parent, dimension.scope.env),
                   dimension.scope};
    Lowering l{context,
               text,
               {.mode = Mode::kStructural,
                .limit = Variability::kParameter,
                .what = "a dimension",
                .is_by_declaration = true}};
    if ((*dimension.tree)[dimension.expression].kind == ExpressionKind::kColon) {
      if (!deduced) deduced = DeducedDims(context, symbol, declared.size(), l.SpanOf(dimension.expression));
      if (!deduced) return false;
      symbol.dims.push_back((*deduced)[symbol.dims.size()]);
      continue;
    }
    const auto size = LowerDimension(l, dimension.expression);
    if (!size) return false;
    symbol.dims.push_back(size->size);
    if (IsIndexType(size->index_type)) {
      symbol.index_types.resize(symbol.dims.size(), BaseType::kInteger);
      symbol.index_types.back() = size->index_type;
    }
  }
  TextScope text{*MemberOf(context, symbol).tree};
  Lowering l{context, text};
  return AreSizes(l, symbol.dims, symbol.name_span);
}

// ---- Values ----

Value BoundValue(Context& context, const Symbol& symbol, bool* depends_on_free) {
  const Binding binding = BindingOf(context, symbol);
  if (!binding.IsValid() || symbol.IsOverridden()) return ArrayValue(symbol.type, symbol.dims);
  const bool is_constant = symbol.variability == Variability::kConstant;
  TextScope text = TextScopeOf(context, binding);
  Lowering l{context,
             text,
             {Mode::kProbe, symbol.variability,
              is_constant ? "the value of a constant" : "the value of a parameter"}};
  l.depends_on_free = depends_on_free;
  return LowerBinding(l, symbol, binding);
}

// A value that is found at the start of the simulation is a variable.
void BecomeVariable(Context& context, Symbol& symbol) {
  if (CanVary(symbol.type)) {
    symbol.role = symbol.type == BaseType::kReal ? Role::kVariable : Role::kDiscrete;
    return;
  }
  if (symbol.type == BaseType::kExternalObject && BindingOf(context, symbol).IsValid()) {
    symbol.is_free = true;
    symbol.value = ArrayValue(symbol.type, symbol.dims, Variability::kParameter);
    return;
  }
  context.reporter.Report(
      Error(Code::kDiscreteVariable, symbol.name_span,
            "`{}` gets its value at the start of the simulation, which is not supported yet for {}",
            context.NameOf(symbol), context.types.Name(symbol.type)));
  symbol.value = {};
}

void CheckConstant(Context& context, Symbol& symbol) {
  if (symbol.variability != Variability::kConstant || symbol.value.IsConstant()) return;
  const Binding binding = BindingOf(context, symbol);
  if (!binding.IsValid()) {
    context.reporter.Report(Error(Code::kMissingValue, symbol.name_span, "the constant `{}` has no value",
                                  context.NameOf(symbol)));
  } else {
    context.reporter.Report(Error(Code::kNotEvaluable, binding.tree->SpanOf(binding.expression),
                                  "the constant `{}` has no finite value", context.NameOf(symbol)));
  }
  symbol.value = {};
}

// A parameter without a value uses its start value (section 8.6). The validation reports this for parameters
// in the System. A class that is checked alone gets its values from its users.
void TakeStart(Context& context, Symbol& symbol) {
  const bool has_value =
      symbol.variability != Variability::kParameter || BindingOf(context, symbol).IsValid();
  if (has_value || symbol.IsOverridden() || context.connections.is_open) return;
  const auto start = LowerAttribute(context, symbol, Attribute::kStart, Mode::kProbe);
  if (!start || !start->IsConstant()) return;
  symbol.value = *start;
  symbol.takes_start = true;
  if (symbol.role != Role::kEvaluated) return;
  context.reporter.Report(Warning(Code::kParameterWithoutValue, symbol.name_span,
                                  "parameter `{}` has no value: its start value is taken",
                                  context.NameOf(symbol)));
}

void Evaluate(Context& context, Symbol& symbol) {
  symbol.is_free = symbol.variability == Variability::kParameter && IsFree(context, symbol);
  bool depends_on_free = false;
  symbol.value = BoundValue(context, symbol, &depends_on_free);
  if (symbol.value.IsError()) return context.reporter.GiveUp(symbol.name_span);
  if (symbol.is_free) {
    symbol.value = ArrayValue(symbol.type, symbol.dims);
    return BecomeVariable(context, symbol);
  }
  if (depends_on_free) return BecomeVariable(context, symbol);
  TakeStart(context, symbol);
  ApplyOverrides(context, symbol, symbol.value);
  CheckConstant(context, symbol);
}

// A chain of declarations, each of which needs the next, is followed by recursion. A declaration takes some 5
// kB of the stack, and more if its expression is deep.
bool IsTooDeep(Context& context, const Symbol& symbol) {
  constexpr std::size_t kMaxChain = 1000, kLeastRoom = std::size_t{1} << 19;
  if (context.pending.size() < kMaxChain && StackRoom() > kLeastRoom) return false;
  context.reporter.Report(Error(Code::kCyclicDeclaration, symbol.name_span,
                                "more than {} declarations need each other in a row up to here",
                                context.pending.size()));
  return true;
}

void ReportCycle(Context& context, const Symbol& symbol) {
  const std::string name = context.NameOf(symbol);
  const auto first = std::find_if(context.pending.begin(), context.pending.end(),
                                  [&](SymbolId id) { return &context.tree[id] == &symbol; });
  std::string chain;
  for (auto at = first; at != context.pending.end(); ++at) {
    if (at != first && *at == *(at - 1)) continue;  // its value needs its own dimensions
    chain += fmt::format("{}`{}`", chain.empty() ? "" : " needs ", context.NameOf(context.tree[*at]));
  }
  context.reporter.Report(
      Error(Code::kCyclicDeclaration, symbol.name_span, "the declaration of `{}` depends on itself", name)
          .Note(fmt::format("{} needs `{}`", chain, name)));
}

}  // namespace

bool IsSizingItself(const Context& context, SymbolId id) {
  return context.tree[id].sizing == Progress::kInProgress && context.pending.back() == id;
}

bool EnsureDims(Context& context, SymbolId id) {
  Symbol& symbol = context.tree[id];
  if (symbol.sizing == Progress::kDone) return true;
  if (symbol.sizing == Progress::kFailed) return false;
  if (symbol.sizing == Progress::kInProgress || IsTooDeep(context, symbol)) {
    if (symbol.sizing == Progress::kInProgress) ReportCycle(context, symbol);
    return false;
  }
  symbol.sizing = Progress::kInProgress;
  context.pending.push_back(id);
  const OutsideFunctions outside(context.functions);
  const bool ok = FindDimensions(context, symbol);
  context.pending.pop_back();
  symbol.sizing = ok ? Progress::kDone : Progress::kFailed;
  if (ok) return true;
  symbol.dims.clear();
  context.reporter.GiveUp(symbol.name_span);
  return false;
}

bool EnsureValue(Context& context, SymbolId id) {
  Symbol& symbol = context.tree[id];
  if (symbol.evaluation == Progress::kDone) return true;
  if (symbol.evaluation == Progress::kFailed) return false;
  if (symbol.evaluation == Progress::kInProgress) {
    ReportCycle(context, symbol);
    return false;
  }
  if (symbol.IsVariable()) return EnsureDims(context, id);
  if (!EnsureDims(context, id)) {
    symbol.evaluation = Progress::kFailed;
    return false;
  }
  symbol.evaluation = Progress::kInProgress;
  context.pending.push_back(id);
  const OutsideFunctions outside(context.functions);
  Evaluate(context, symbol);
  context.pending.pop_back();
  symbol.evaluation = symbol.value.IsError() ? Progress::kFailed : Progress::kDone;
  return symbol.evaluation == Progress::kDone;
}

}  // namespace daedalus::semantics
