// The inputs and outputs of a function, and the place of its body.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

struct FunctionSignature {
  // Members of its class, in the order of the text; inherited ones at the place of the inheritance.
  std::vector<std::uint32_t> inputs;
  std::vector<std::uint32_t> outputs;
};

FunctionSignature SignatureOf(Context& context, scope::EnvId function);
// The declaration of the class of the member.
Type TypeOfMember(Context& context, scope::EnvId env, std::uint32_t member);
// The number of declared dimensions of the member, including those of its type.
std::size_t RankOfMember(Context& context, scope::EnvId env, std::uint32_t member);

}  // namespace daedalus::semantics
