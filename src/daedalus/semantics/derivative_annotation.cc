#include "daedalus/semantics/derivative_annotation.h"

#include "daedalus/library/annotations.h"
#include "daedalus/semantics/class_types.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionKind;
syntax::ExpressionId ValueOf(const syntax::Tree& tree, const syntax::Modifier& modifier) {
  return modifier.modification.IsValid() ? tree[modifier.modification].value : syntax::ExpressionId();
}

DerivativeAnnotation Read(const syntax::Tree& tree, const syntax::Modifier& modifier) {
  DerivativeAnnotation annotation;
  for (const syntax::Modifier& part : tree.List(tree[modifier.modification].modifiers)) {
    const syntax::ExpressionId value = ValueOf(tree, part);
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

// Calls f(tree, annotation, part) for the annotation of each class that the function is made of.
template <class F>
void ForEachAnnotation(Context& context, scope::EnvId function, F f) {
  const std::size_t count = context.envs[function].parts.size();
  for (std::uint32_t part = 0; part < count; ++part) {
    const library::ClassId cls = context.envs[function].parts[part].cls;
    if (!cls.IsValid()) continue;
    const syntax::Tree& tree = context.envs.store().tree(cls);
    const syntax::ModificationId annotation = library::AnnotationOf(tree, context.envs.store().definition(cls));
    if (annotation.IsValid()) f(tree, annotation, part);
  }
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
          const syntax::ExpressionId value = ValueOf(tree, modifier);
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

bool IsMarked(Context& context, scope::EnvId function, std::string_view name) {
  bool is_marked = false;
  ForEachAnnotation(context, function,
                    [&](const syntax::Tree& tree, syntax::ModificationId id, std::uint32_t) {
                      const syntax::Modifier* modifier = library::FindEntry(tree, id, name);
                      const syntax::ExpressionId value =
                          modifier != nullptr ? ValueOf(tree, *modifier) : syntax::ExpressionId();
                      if (value.IsValid() && tree[value].kind == ExpressionKind::kBoolean)
                        is_marked = tree.BooleanValue(tree[value]);
                    });
  return is_marked;
}

}  // namespace daedalus::semantics
