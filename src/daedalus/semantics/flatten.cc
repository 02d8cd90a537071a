#include "daedalus/semantics/flatten.h"

#include "daedalus/semantics/attributes.h"
#include "daedalus/semantics/bindings.h"
#include "daedalus/semantics/context.h"
#include "daedalus/semantics/declarations.h"
#include "daedalus/semantics/elements.h"
#include "daedalus/semantics/evaluate_constants.h"
#include "daedalus/semantics/experiment.h"
#include "daedalus/semantics/lower_equation.h"

namespace daedalus::semantics {
namespace {

using syntax::ClassKind;

std::string_view KindName(ClassKind kind) {
  switch (kind) {
    case ClassKind::kClass:
      return "class";
    case ClassKind::kModel:
      return "model";
    case ClassKind::kBlock:
      return "block";
    case ClassKind::kRecord:
      return "record";
    case ClassKind::kOperatorRecord:
      return "operator record";
    case ClassKind::kConnector:
      return "connector";
    case ClassKind::kExpandableConnector:
      return "expandable connector";
    case ClassKind::kType:
      return "type";
    case ClassKind::kPackage:
      return "package";
    case ClassKind::kFunction:
      return "function";
    case ClassKind::kOperatorFunction:
      return "operator function";
    case ClassKind::kOperator:
      return "operator";
  }
  return "";
}

bool CanBeFlattened(Context& c, const syntax::ClassDefinition& definition) {
  const Span span = c.tree.SpanOf(definition.name);
  const std::string_view name = c.tree.Text(definition.name.name);
  const ClassKind kind = definition.kind;
  if (kind != ClassKind::kModel && kind != ClassKind::kBlock && kind != ClassKind::kClass) {
    c.reporter.Report(
        Error(Code::kNotAModel, span, "`{}` is a {} and cannot be simulated", name, KindName(kind)));
    return false;
  }
  if (definition.is_partial) {
    c.reporter.Report(
        Error(Code::kNotAModel, span, "`{}` is partial: it is made to be completed by others", name));
    return false;
  }
  if (definition.form != syntax::ClassForm::kLong) {
    c.reporter.Report(
        Error(Code::kUnsupportedElement, span, "models made from other models are not supported yet"));
    return false;
  }
  if (definition.external.IsValid()) {
    c.reporter.Report(Error(Code::kUnsupportedElement, c.tree.SpanOf(definition.external),
                            "external functions are not supported yet"));
    return false;
  }
  return true;
}

// A model that is simulated alone has nobody who would give its inputs a value.
void CheckInputs(Context& c) {
  const System& system = c.system;
  if (system.equations.size() >= system.variables.size()) return;
  for (const Symbol& symbol : c.symbols) {
    if (symbol.causality != Causality::kInput || !symbol.IsVariable() || symbol.binding.IsValid()) continue;
    c.reporter.Report(
        Error(Code::kUnboundInput, symbol.name_span, "nothing gives the input `{}` a value", c.NameOf(symbol))
            .Note(fmt::format("the model has {} equations for {} unknowns", system.equations.size(),
                              system.variables.size()))
            .Hint(fmt::format("give it one in its declaration: `input Real {} = ...`", c.NameOf(symbol))));
  }
}

void RunStages(Context& c, const syntax::ClassDefinition& definition, const FlattenOptions& options) {
  CollectDeclarations(c, definition);
  AssignOverrides(c, options.overrides);
  EvaluateDeclarations(c);
  Allocate(c);
  for (Symbol& symbol : c.symbols) {
    const bool is_in_system = symbol.first_variable.IsValid() || symbol.first_parameter.IsValid();
    if (!is_in_system) {
      CheckAttributes(c, symbol);
      continue;
    }
    EmitAttributes(c, symbol);
    EmitBindings(c, symbol);
  }
  LowerSections(c, definition);
  FreezeStructuralParameters(c);
  ReadExperiment(c, definition);
  if (!c.reporter.HasErrors()) CheckInputs(c);
}

}  // namespace

Result<System> Flatten(const Model& model, const FlattenOptions& options, Diagnostics& diagnostics) {
  System system;
  Context context(*model.tree, system);
  const syntax::ClassDefinition& definition = model.definition();
  system.name = FullName(model);
  system.description = model.tree->DescriptionText(definition.description);
  if (CanBeFlattened(context, definition)) RunStages(context, definition, options);
  const bool has_errors = context.reporter.HasErrors();
  std::vector<Diagnostic> messages = context.reporter.Take();
  if (has_errors) return Failure{std::move(messages)};
  diagnostics.Append(std::move(messages));
  return system;
}

}  // namespace daedalus::semantics
