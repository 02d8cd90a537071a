// What an algorithm section assigns to: variables of the class, or members of its components and connectors.
// A section that assigns to `port.m` determines that one alone; what else the port has, it reads like any
// other variable.
#pragma once

#include <map>
#include <vector>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

struct AlgorithmTarget {
  syntax::ReferenceId reference;  // the first place that assigns
  std::vector<std::vector<syntax::NameId>>
      paths;  // of members, each once, none below another; empty: all of it
};

// By member of the class.
using AlgorithmTargets = std::map<std::uint32_t, AlgorithmTarget>;

// False after a mistake, which was reported.
bool CollectTargets(Lowering& l, std::span<const syntax::Statement> statements, AlgorithmTargets* targets);

// The component as unknowns of the model. Where only some members are assigned to, members that have no value
// are left out.
Value TargetValue(Lowering& l, std::uint32_t member, const AlgorithmTarget& target);

// Whether what is assigned to is no parameter, which would keep its value; reported where it is one.
bool CanBeAssigned(Lowering& l, std::uint32_t member, const AlgorithmTarget& target);

// The parts of the value that are assigned to.
std::vector<Value*> AssignedParts(const Context& context, const AlgorithmTarget& target, Value& value);

}  // namespace daedalus::semantics
