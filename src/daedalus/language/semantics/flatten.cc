#include "daedalus/language/semantics/flatten.h"

#include <set>

#include "daedalus/language/scope/check_classes.h"
#include "daedalus/language/semantics/connections/check_connectors.h"
#include "daedalus/language/semantics/connections/collect_connections.h"
#include "daedalus/language/semantics/connections/connections.h"
#include "daedalus/language/semantics/context.h"
#include "daedalus/language/semantics/describe_stage.h"
#include "daedalus/language/semantics/events/act_at_event.h"
#include "daedalus/language/semantics/events/discrete_symbols.h"
#include "daedalus/language/semantics/events/finish_clocks.h"
#include "daedalus/language/semantics/events/finish_events.h"
#include "daedalus/language/semantics/events/order_effects.h"
#include "daedalus/language/semantics/events/varying_values.h"
#include "daedalus/language/semantics/expressions/varying_fields.h"
#include "daedalus/language/semantics/functions/call_texts.h"
#include "daedalus/language/semantics/instances/attributes.h"
#include "daedalus/language/semantics/instances/bindings.h"
#include "daedalus/language/semantics/instances/check_inputs.h"
#include "daedalus/language/semantics/instances/elements.h"
#include "daedalus/language/semantics/instances/experiment.h"
#include "daedalus/language/semantics/instances/free_inputs.h"
#include "daedalus/language/semantics/instances/free_starts.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/instances/structural.h"
#include "daedalus/language/semantics/instances/text_parameters.h"
#include "daedalus/language/semantics/lower_equation.h"
#include "daedalus/language/semantics/machines/finish_machines.h"
#include "daedalus/language/semantics/stages.h"
#include "daedalus/language/syntax/unparse.h"
#include "daedalus/system/homotopy.h"

namespace daedalus::semantics {
namespace {

using syntax::ClassKind;

bool CanBeFlattened(Context& c, library::ClassId cls) {
  const syntax::ClassDefinition& definition = c.envs.store().definition(cls);
  const syntax::Tree& tree = c.envs.store().tree(cls);
  const Span span = tree.SpanOf(definition.name);
  const std::string_view name = c.Text(definition.name.name);
  const ClassKind kind = definition.kind;
  if (kind != ClassKind::kModel && kind != ClassKind::kBlock && kind != ClassKind::kClass) {
    c.reporter.Report(
        Error(Code::kNotAModel, span, "`{}` is a {} and cannot be simulated", name, syntax::TextOf(kind)));
    return false;
  }
  if (definition.is_partial) {
    c.reporter.Report(Error(Code::kNotAModel, span,
                            "`{}` is partial and cannot be simulated: other classes must complete it", name));
    return false;
  }
  return true;
}

void EmitSymbol(Context& c, SymbolId id) {
  Symbol& symbol = c.tree[id];
  const bool is_in_system =
      symbol.first_variable.IsValid() || symbol.first_discrete.IsValid() || symbol.first_parameter.IsValid();
  if (!is_in_system) {
    CheckAttributes(c, symbol);
    EmitTextParameters(c, c.tree[id]);
    return;
  }
  EmitAttributes(c, symbol);
  EmitBindings(c, symbol);
}

void LowerInstance(Context& c, NodeId node) {
  const std::size_t count = c.envs[c.tree[node].env].parts.size();
  for (std::uint32_t part = 0; part < count; ++part) LowerSections(c, node, part);
}

void CheckClassesOf(Context& c) {
  std::set<scope::EnvId> met;
  std::set<library::ClassId> classes;
  for (const NodeId n : IdRange<NodeId>(c.tree.nodes.size())) {
    met.insert(c.tree[n].env);
    classes.insert(c.envs[c.tree[n].env].cls);
  }
  scope::CheckClasses(
      c.envs, [&](scope::EnvId env) { return met.contains(env) || !classes.contains(c.envs[env].cls); });
}

// Reports assertions that fail already at the start, whatever happens in the run.
void ReportFailedAssertions(Context& c) {
  for (const Assertion& assertion : c.system.assertions) {
    if (assertion.is_warning || !c.system.graph.IsConstant(assertion.condition, 0.0)) continue;
    std::string message;
    for (const TextTemplate::Piece& piece : assertion.message.pieces) message += piece.text;
    c.reporter.Report(Error(Code::kAssertionFailed, SpanOf(c.system, assertion.origin),
                            "this assertion never holds: {}", message));
  }
}

}  // namespace

void RunStages(Context& c, NodeId root, const FlattenOptions& options) {
  ReadOverrides(c, options.overrides);
  ExpandAll(c, root);
  ReportUnusedOverrides(c, root);
  CollectConnections(c, root);
  MarkWhenTargets(c, root);
  Allocate(c, root);
  if (!c.reporter.HasErrors()) ResolveConnections(c, root);
  if (options.stage_text != nullptr && options.stage == Stage::kConnections)
    *options.stage_text = DescribeConnections(c);
  VisitSymbols(c, root, [&](SymbolId id) { EmitSymbol(c, id); });
  SettleFreeStarts(c);
  VisitNodes(c, root, [&](NodeId node) { LowerInstance(c, node); });
  if (!c.reporter.HasErrors()) EmitConnections(c);
  if (options.stage_text != nullptr && options.stage == Stage::kInstances)
    *options.stage_text = DescribeInstances(c, root);
  CheckClassesOf(c);
  if (!c.reporter.HasErrors()) CheckConnectorSizes(c, root);
  FreezeStructuralParameters(c);
  ReadExperiment(c, root);
  if (!c.reporter.HasErrors()) SettleFields(c);
  if (c.reporter.HasErrors() || !FinishMachines(c) || !FinishClocks(c)) return;
  ReportVaryingValues(c);
  CheckReinits(c);
  AddStartEffects(c);
  OrderEffects(c.system);
  RemoveUnusedEvents(c);
  if (!c.homotopy.IsValid()) return;
  SeparateHomotopy(c.system, c.homotopy);
  RemoveUnusedEvents(c);  // events of simplified expressions
}

Result<System> Flatten(library::ClassStore& store, library::ClassId cls, const FlattenOptions& options,
                       Diagnostics& diagnostics) {
  System system;
  Context context(store, system);
  context.units.check = options.unit_check;
  context.functions.foreign.is_allowed = options.allow_external;
  if (options.with_function_texts) context.functions.call_records = std::make_shared<CallRecords>();
  system.name = store.FullName(cls);
  system.texts = context.strings.texts;
  system.description = store.tree(cls).DescriptionText(store.definition(cls).description);
  if (CanBeFlattened(context, cls)) {
    const scope::EnvId env = context.envs.Root(cls);
    if (env.IsValid()) {
      const NodeId root = MakeRoot(context, env);
      RunStages(context, root, options);
      if (!context.reporter.HasErrors() && options.free_inputs != FreeInputs::kRefused)
        FreeOwnInputs(context, root, options.free_inputs);
      if (!context.reporter.HasErrors())
        CheckInputs(context, root);  // simulated alone, it has no surroundings
      if (!context.reporter.HasErrors()) ReportFailedAssertions(context);
    }
  }
  const bool has_errors = context.reporter.HasErrors();
  if (!has_errors && options.with_function_texts) WriteCallTexts(context);
  std::vector<Diagnostic> messages = context.reporter.Take();
  if (has_errors) return Failure{std::move(messages)};
  diagnostics.Append(std::move(messages));
  return system;
}

}  // namespace daedalus::semantics
