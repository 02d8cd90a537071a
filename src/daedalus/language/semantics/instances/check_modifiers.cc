#include "daedalus/language/semantics/instances/check_modifiers.h"

#include "daedalus/base/nearest_name.h"
#include "daedalus/language/semantics/instances/attributes.h"

namespace daedalus::semantics {
namespace {

using scope::Modifier;

void ReportAssignment(Context& context, const Modifier& node) {
  if (!node.is_assignment) return;
  context.reporter.Report(Error(Code::kBadModification, node.tree->SpanOf(node.value),
                                "a declaration gets its value by `=`; `:=` is for algorithms"));
}

void ReportDuplicates(Context& context, const Modifier& node) {
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Modifier &later = *node.children[i], &first = *node.children[j];
      const bool is_same = later.name == first.name &&
                           (later.value.IsValid() || later.redeclaration != nullptr) &&
                           (first.value.IsValid() || first.redeclaration != nullptr);
      if (!is_same) continue;
      context.reporter.Report(
          Error(Code::kDuplicateModifier, later.span, "`{}` is given twice", context.Text(later.name))
              .With(first.whole, "first here"));
    }
  }
}

void CheckAttribute(Context& context, const Symbol& symbol, bool is_scalar, const Modifier& node) {
  const std::string_view name = context.Text(node.name);
  if (node.redeclaration != nullptr) {
    context.reporter.Report(Error(Code::kBadModification, node.span,
                                  "an attribute of {} cannot be redeclared",
                                  context.types.Name(symbol.type)));
    return;
  }
  if (!FindAttribute(symbol.type, name)) {
    NearestName nearest(name);
    for (int i = 0; i < kNumAttributes; ++i) {
      const std::string_view known = Name(static_cast<Attribute>(i));
      if (FindAttribute(symbol.type, known)) nearest.Offer(known);
    }
    context.reporter.Report(Error(Code::kUnknownAttribute, node.span, "{} has no attribute `{}`",
                                  context.types.Name(symbol.type), name)
                                .Hint(nearest.Hint()));
    return;
  }
  if (!node.value.IsValid() && !node.is_break) {
    context.reporter.Report(Error(Code::kBadModification, node.whole,
                                  "`{0}` is an attribute and needs a value: `{0} = ...`", name));
  } else if (node.is_each && is_scalar) {
    // Section 7.2.5 forbids it; the established tools ignore the word.
    context.reporter.Report(Warning(Code::kBadModification, node.whole,
                                    "`each` is for the elements of an array, but `{}` is a scalar",
                                    context.NameOf(symbol)));
  }
}

// True if it was not checked yet.
bool IsNew(Context& context, const Modifier* node) {
  return context.shared.checked_modifiers.insert(node).second;
}

}  // namespace

void CheckModifiers(Context& context, const Symbol& symbol, bool is_scalar) {
  for (const Layer& layer : symbol.layers) {
    if (!layer.fields.empty() || !IsNew(context, layer.node)) continue;
    ReportAssignment(context, *layer.node);
    ReportDuplicates(context, *layer.node);
    const bool is_in_array = !layer.subscripts.empty() || context.tree[symbol.parent].is_element;
    for (const Modifier* child : layer.node->children)
      CheckAttribute(context, symbol, is_scalar && !is_in_array, *child);
  }
}

void CheckModifiers(Context& context, const Node& node, std::string_view name) {
  for (const Layer& layer : node.layers) {
    if (!layer.fields.empty() || !IsNew(context, layer.node)) continue;
    ReportAssignment(context, *layer.node);
    ReportDuplicates(context, *layer.node);
    for (const Modifier* child : layer.node->children) {
      const std::uint32_t member = context.envs.FindMember(node.env, child->name);
      if (member != scope::kNoMember) continue;
      NearestName nearest(context.Text(child->name));
      for (const scope::Member& known : context.envs.Members(node.env))
        nearest.Offer(context.Text(known.name));
      context.reporter.Report(Error(Code::kBadModification, child->span,
                                    "`{}` (a `{}`) has no `{}` to modify", name,
                                    context.envs.NameOf(node.env), context.Text(child->name))
                                  .Hint(nearest.Hint()));
    }
  }
}

}  // namespace daedalus::semantics
