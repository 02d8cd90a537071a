#include "daedalus/language/semantics/functions/derivative_annotation.h"

#include "daedalus/language/semantics/functions/function_annotations.h"
#include "daedalus/language/semantics/instances/class_types.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionKind;
DerivativeAnnotation Read(const syntax::Tree& tree, const syntax::Modifier& modifier) {
  DerivativeAnnotation annotation;
  for (const syntax::Modifier& part : tree.List(tree[modifier.modification].modifiers)) {
    const syntax::ExpressionId value = AnnotatedValue(tree, part);
    if (part.kind != syntax::ModifierKind::kElement || !value.IsValid()) continue;
    const std::string name = tree.DottedName(part.name);
    if (name == "order" && tree[value].kind == ExpressionKind::kInteger) {
      annotation.order = static_cast<int>(tree.Number(tree[value]));
    }
    if (tree[value].kind != ExpressionKind::kReference) continue;
    const std::string input = tree.DottedName(tree.ReferenceIdOf(tree[value]));
    if (name == "noDerivative") annotation.without.push_back(input);
    if (name == "zeroDerivative") annotation.zero.push_back(input);
  }
  return annotation;
}

}  // namespace

std::vector<DerivativeAnnotation> DerivativesOf(Context& context, scope::EnvId function) {
  std::vector<DerivativeAnnotation> found;
  ForEachAnnotation(
      context, function, [&](const syntax::Tree& tree, syntax::ModificationId id, std::uint32_t part) {
        for (const syntax::Modifier& modifier : tree.List(tree[id].modifiers)) {
          if (modifier.kind != syntax::ModifierKind::kElement ||
              tree.DottedName(modifier.name) != "derivative")
            continue;
          const syntax::ExpressionId value = AnnotatedValue(tree, modifier);
          if (!value.IsValid() || tree[value].kind != ExpressionKind::kReference) continue;
          DerivativeAnnotation annotation = Read(tree, modifier);
          std::size_t used = 0;
          const scope::Found target =
              context.envs.Resolve(tree, tree.ReferenceIdOf(tree[value]), {function, part}, &used);
          if (target.kind != scope::Found::Kind::kClass) continue;
          annotation.function = target.env;
          found.push_back(std::move(annotation));
        }
      });
  return found;
}

int SmoothOrderOf(Context& context, scope::EnvId function) {
  int order = 0;
  ForEachAnnotation(context, function,
                    [&](const syntax::Tree& tree, syntax::ModificationId id, std::uint32_t) {
                      const syntax::Modifier* modifier = library::FindEntry(tree, id, "smoothOrder");
                      const syntax::ExpressionId value =
                          modifier != nullptr ? AnnotatedValue(tree, *modifier) : syntax::ExpressionId();
                      if (value.IsValid() && tree[value].kind == ExpressionKind::kInteger)
                        order = static_cast<int>(tree.Number(tree[value]));
                    });
  return order;
}

std::optional<bool> MarkOf(Context& context, scope::EnvId function, std::string_view name) {
  std::optional<bool> mark;
  ForEachAnnotation(context, function,
                    [&](const syntax::Tree& tree, syntax::ModificationId id, std::uint32_t) {
                      const syntax::Modifier* modifier = library::FindEntry(tree, id, name);
                      const syntax::ExpressionId value =
                          modifier != nullptr ? AnnotatedValue(tree, *modifier) : syntax::ExpressionId();
                      if (value.IsValid() && tree[value].kind == ExpressionKind::kBoolean)
                        mark = tree.BooleanValue(tree[value]);
                    });
  return mark;
}

}  // namespace daedalus::semantics
