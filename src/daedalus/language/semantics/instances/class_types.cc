#include "daedalus/language/semantics/instances/class_types.h"

#include "daedalus/language/library/annotations.h"

namespace daedalus::semantics {
namespace {

using scope::EnvId;
using scope::Predefined;

Type MakeEnumeration(Context& context, EnvId env) {
  const scope::ClassId cls = context.envs[env].enumeration;
  const auto at = context.known_types.of_literals.find(cls.value);
  if (at != context.known_types.of_literals.end()) return at->second;
  const syntax::Tree& tree = context.envs.store().tree(cls);
  const syntax::ClassDefinition& definition = context.envs.store().definition(cls);
  EnumerationType type;
  type.name = context.envs.store().FullName(cls);
  type.span = tree.SpanOf(definition.name);
  for (const syntax::EnumerationLiteral& literal : tree.List(definition.literals)) {
    type.literals.emplace_back(tree.Text(literal.name.name));
  }
  return context.known_types.of_literals[cls.value] = context.types.AddEnumeration(std::move(type));
}

// The dimensions of a component, as far as type and rank need them.
std::uint32_t RankOf(Context& context, const scope::Member& member, EnvId type) {
  return static_cast<std::uint32_t>(member.dimensions.size() + context.envs[type].dimensions.size());
}

Type MakeRecord(Context& context, EnvId env) {
  RecordType type;
  type.name = context.envs.NameOf(env);
  type.environment = env.value;
  type.is_operator_record = context.envs.KindOf(env) == syntax::ClassKind::kOperatorRecord;
  const std::size_t count = context.envs.Members(env).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const scope::Member& member = context.envs.Members(env)[i];
    if (member.is_class) continue;
    const EnvId field = context.envs.EnvOf(env, i);
    if (!field.IsValid()) continue;
    type.fields.push_back({std::string(context.Text(member.name)), TypeOfClass(context, field),
                           RankOf(context, member, field)});
  }
  return context.types.AddRecord(std::move(type));
}

Type MakeType(Context& context, EnvId env) {
  switch (context.envs[env].predefined) {
    case Predefined::kReal:
      return BaseType::kReal;
    case Predefined::kInteger:
      return BaseType::kInteger;
    case Predefined::kBoolean:
      return BaseType::kBoolean;
    case Predefined::kString:
      return BaseType::kString;
    case Predefined::kStateSelect:
      return kStateSelectType;
    case Predefined::kAssertionLevel:
      return kAssertionLevelType;
    case Predefined::kClock:
      return BaseType::kClock;
    case Predefined::kEnumeration:
      return MakeEnumeration(context, env);
    case Predefined::kExternalObject:
      return context.types.AddExternalObject({context.envs.NameOf(env), env.value});
    case Predefined::kNone:
      break;
  }
  const syntax::ClassKind kind = context.envs.KindOf(env);
  const bool is_function =
      kind == syntax::ClassKind::kFunction || kind == syntax::ClassKind::kOperatorFunction;
  if (is_function) return context.types.AddFunction({context.envs.NameOf(env), env.value});
  return MakeRecord(context, env);
}

}  // namespace

Type TypeOfClass(Context& context, EnvId env) {
  const auto at = context.known_types.of_class.find(env);
  if (at != context.known_types.of_class.end()) return at->second;
  context.known_types.of_class.emplace(env, Type());  // a record inside itself has no type
  return context.known_types.of_class[env] = MakeType(context, env);
}

std::string AnnotationText(Context& context, EnvId env, std::string_view name) {
  const scope::ClassId cls = context.envs[env].cls;
  if (!cls.IsValid()) return {};
  const syntax::Tree& tree = context.envs.store().tree(cls);
  return library::FindText(tree, library::AnnotationOf(tree, context.envs.store().definition(cls)), name)
      .value_or("");
}

}  // namespace daedalus::semantics
