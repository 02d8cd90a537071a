#include "daedalus/language/semantics/functions/function_signature.h"

#include "daedalus/language/semantics/instances/class_types.h"

namespace daedalus::semantics {

FunctionSignature SignatureOf(Context& context, scope::EnvId function) {
  FunctionSignature signature;
  const auto& members = context.envs.Members(function);
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    if (members[i].is_class) continue;
    syntax::Causality causality = members[i].causality;
    if (causality == syntax::Causality::kNone) {
      const scope::EnvId type = context.envs.EnvOf(function, i);
      if (type.IsValid()) causality = context.envs[type].causality;
    }
    if (causality == syntax::Causality::kInput) signature.inputs.push_back(i);
    if (causality == syntax::Causality::kOutput) signature.outputs.push_back(i);
  }
  return signature;
}

Type TypeOfMember(Context& context, scope::EnvId env, std::uint32_t member) {
  const scope::EnvId type = context.envs.EnvOf(env, member);
  return type.IsValid() ? TypeOfClass(context, type) : Type();
}

std::size_t RankOfMember(Context& context, scope::EnvId env, std::uint32_t member) {
  const scope::Member& declared = context.envs.Members(env)[member];
  const scope::EnvId type = context.envs.EnvOf(env, member);
  return declared.dimensions.size() + (type.IsValid() ? context.envs[type].dimensions.size() : 0);
}

}  // namespace daedalus::semantics
