// What a function takes and gives, and where its body stands.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

struct FunctionSignature {
  // Members of its class, in the order of the text, inherited ones where they are inherited.
  std::vector<std::uint32_t> inputs;
  std::vector<std::uint32_t> outputs;
};

FunctionSignature SignatureOf(Context& context, scope::EnvId function);
// Of the class of the member.
Type TypeOfMember(Context& context, scope::EnvId env, std::uint32_t member);
// How many dimensions the member is declared with, those of its type included.
std::size_t RankOfMember(Context& context, scope::EnvId env, std::uint32_t member);

}  // namespace daedalus::semantics
