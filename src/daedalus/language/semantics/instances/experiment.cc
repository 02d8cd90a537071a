#include "daedalus/language/semantics/instances/experiment.h"

#include "daedalus/language/library/annotations.h"
#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/instances/class_types.h"

namespace daedalus::semantics {
namespace {

struct Entry {
  std::optional<double> value;
  Span span;
};

struct Entries {
  Entry start_time, stop_time, interval, tolerance, num_intervals;

  Entry* Find(std::string_view name) {
    if (name == "StartTime") return &start_time;
    if (name == "StopTime") return &stop_time;
    if (name == "Interval") return &interval;
    if (name == "Tolerance") return &tolerance;
    if (name == "NumberOfIntervals") return &num_intervals;
    return nullptr;
  }
};

void ReadEntry(Context& c, TextScope& text, const syntax::Modifier& modifier, Entries& entries) {
  const syntax::Tree& tree = text.tree;
  if (modifier.kind != syntax::ModifierKind::kElement) return;
  const std::string name = tree.DottedName(modifier.name);
  Entry* entry = entries.Find(name);
  if (entry == nullptr) {
    const bool is_of_a_vendor = name.starts_with("__");
    if (!is_of_a_vendor) {
      c.reporter.Report(
          Warning(Code::kBadExperiment, tree.SpanOf(modifier.name), "`experiment` has no `{}`", name));
    }
    return;
  }
  entry->span = tree.SpanOf(modifier);
  if (!modifier.modification.IsValid() || !tree[modifier.modification].value.IsValid()) {
    c.reporter.Report(Error(Code::kBadExperiment, entry->span, "`{}` needs a value", name));
    return;
  }
  Lowering l{c, text, {Mode::kStructural, Variability::kParameter, "an experiment"}};
  const Value value = LowerStructural(l, tree[modifier.modification].value, "an experiment");
  if (value.IsError()) return;
  if (!IsNumeric(value.type) || !value.IsScalar()) {
    l.Error(Code::kBadExperiment, entry->span, "`{}` is a number, but this is {}", name, l.TypeText(value));
    return;
  }
  entry->value = value.scalar.number;
}

void CheckPositive(Context& c, std::string_view name, Entry& entry) {
  if (!entry.value || *entry.value > 0.0) return;
  c.reporter.Report(
      Error(Code::kBadExperiment, entry.span, "`{}` is more than 0, but this is {}", name, *entry.value));
  entry.value.reset();
}

// The specification does not know this entry (section 18.4). Some tools write -1 where nothing was chosen.
void IgnoreUnlessPositive(Context& c, std::string_view name, Entry& entry) {
  if (!entry.value || *entry.value > 0.0) return;
  c.reporter.Report(
      Warning(Code::kBadExperiment, entry.span, "`{}` is more than 0, but this is {}", name, *entry.value)
          .Note("it is ignored"));
  entry.value.reset();
}

}  // namespace

void ReadExperiment(Context& c, NodeId root) {
  const library::ClassId cls = c.envs[c.tree[root].env].cls;
  const syntax::Tree& tree = c.envs.store().tree(cls);
  const syntax::ClassDefinition& definition = c.envs.store().definition(cls);
  TextScope text{tree, root, {c.tree[root].env, 0}};
  const syntax::ModificationId of_class = library::AnnotationOf(tree, definition);
  if (!of_class.IsValid()) return;
  Entries entries;
  for (const syntax::Modifier& annotation : tree.List(tree[of_class].modifiers)) {
    if (annotation.kind != syntax::ModifierKind::kElement || !annotation.modification.IsValid()) continue;
    if (tree.DottedName(annotation.name) != "experiment") continue;
    for (const syntax::Modifier& modifier : tree.List(tree[annotation.modification].modifiers)) {
      ReadEntry(c, text, modifier, entries);
    }
  }
  CheckPositive(c, "Interval", entries.interval);
  CheckPositive(c, "Tolerance", entries.tolerance);
  IgnoreUnlessPositive(c, "NumberOfIntervals", entries.num_intervals);
  const double start = entries.start_time.value.value_or(0.0);
  if (entries.stop_time.value && *entries.stop_time.value < start) {
    c.reporter.Report(Error(Code::kBadExperiment, entries.stop_time.span,
                            "`StopTime` {} is before the start at {}", *entries.stop_time.value, start));
  }
  Experiment& experiment = c.system.experiment;
  experiment.start_time = entries.start_time.value;
  experiment.stop_time = entries.stop_time.value;
  experiment.tolerance = entries.tolerance.value;
  experiment.interval = entries.interval.value;
  if (!experiment.interval && entries.num_intervals.value && entries.stop_time.value) {
    experiment.interval = (*entries.stop_time.value - start) / *entries.num_intervals.value;
  }
}

}  // namespace daedalus::semantics
