#include "daedalus/language/semantics/functions/inverse_annotation.h"

#include <optional>

#include "daedalus/language/semantics/functions/function_annotations.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionKind;

std::optional<InverseAnnotation> ReadInverse(Context& context, const syntax::Tree& tree,
                                             const syntax::Modifier& modifier, scope::Scope where) {
  const syntax::ExpressionId value = AnnotatedValue(tree, modifier);
  if (modifier.kind != syntax::ModifierKind::kElement || !value.IsValid()) return std::nullopt;
  if (tree[value].kind != ExpressionKind::kCall) return std::nullopt;
  const syntax::Call& call = tree.CallOf(tree[value]);
  std::size_t used = 0;
  const scope::Found target = context.envs.Resolve(tree, call.function, where, &used);
  if (target.kind != scope::Found::Kind::kClass) return std::nullopt;
  InverseAnnotation annotation;
  annotation.input = tree.DottedName(modifier.name);
  annotation.function = target.env;
  for (const syntax::Argument& argument : tree.List(call.arguments)) {
    if (tree[argument.value].kind != ExpressionKind::kReference) return std::nullopt;
    annotation.arguments.emplace_back(argument.name.IsValid() ? std::string(context.Text(argument.name)) : "",
                                      tree.DottedName(tree.ReferenceIdOf(tree[argument.value])));
  }
  return annotation;
}

}  // namespace

std::vector<InverseAnnotation> InversesOf(Context& context, scope::EnvId function) {
  std::vector<InverseAnnotation> found;
  ForEachAnnotation(context, function,
                    [&](const syntax::Tree& tree, syntax::ModificationId id, std::uint32_t part) {
                      const syntax::Modifier* const inverse = library::FindEntry(tree, id, "inverse");
                      if (inverse == nullptr || !inverse->modification.IsValid()) return;
                      for (const syntax::Modifier& one : tree.List(tree[inverse->modification].modifiers)) {
                        if (auto read = ReadInverse(context, tree, one, {function, part}))
                          found.push_back(std::move(*read));
                      }
                    });
  return found;
}

}  // namespace daedalus::semantics
