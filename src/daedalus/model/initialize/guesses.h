// Guesses from elsewhere than the start values, by name: a solution of a neighbouring model, from which this
// one is to be solved. They take the place of start values that are guesses; those that hold as conditions
// are none of them.
#pragma once

#include <map>
#include <string>

#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/system/system.h"

namespace daedalus::initialize {

using Guesses = std::map<std::string, double>;

inline void TakeGuesses(const System& system, const Guesses& guesses, AttributeValues& attributes) {
  for (std::size_t v = 0; v < attributes.start.size(); ++v) {
    const auto found = guesses.find(NameOf(system, VariableId(v)));
    if (found != guesses.end() && !system.variables[VariableId(v)].fixed) attributes.start[v] = found->second;
  }
}

}  // namespace daedalus::initialize
