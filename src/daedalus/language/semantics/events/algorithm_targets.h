// The variables that an algorithm section assigns: variables of the class, or members of its components and
// connectors. A section that assigns `port.m` determines only this member. It reads all other members of the
// port like any other variable.
#pragma once

#include <map>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

struct AlgorithmTarget {
  syntax::ReferenceId reference;  // the first place that assigns
  std::vector<std::vector<syntax::NameId>>
      paths;  // of members, each once, none inside another; empty: the whole component
};

// Indexed by member of the class.
using AlgorithmTargets = std::map<std::uint32_t, AlgorithmTarget>;

// False after a reported mistake.
bool CollectTargets(Lowering& l, std::span<const syntax::Statement> statements, AlgorithmTargets* targets);

// The component as unknowns of the model. If only some members are assigned, members without a value are left
// out.
Value TargetValue(Lowering& l, std::uint32_t member, const AlgorithmTarget& target);

// False, with a report, if an assigned variable is a parameter, since parameters keep their values.
bool CanBeAssigned(Lowering& l, std::uint32_t member, const AlgorithmTarget& target);

// The assigned parts of the value.
std::vector<Value*> AssignedParts(const Context& context, const AlgorithmTarget& target, Value& value);

}  // namespace daedalus::semantics
