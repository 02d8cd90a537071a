// The only list of a model's variables. Results write it, and a ModelDescription describes it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/description.h"
#include "daedalus/system/quantity.h"

namespace daedalus::model {

using TakeVariable = std::function<void(VariableDescription&&)>;

enum class Detail : std::uint8_t {
  kForResults,  // name, unit, description, type, source, and the values of parameters and constants
  kAll,
};

// Calls `take` with each variable that has a place in results: variables, derivatives, discrete variables,
// aliases, parameters. The sources of values refer to `quantities`, which are of the given model.
void ForEachVariable(const compile::GivenModel& given, std::span<const Quantity> quantities, Detail detail,
                     const TakeVariable& take);

// Calls `take` with the variables that have no place in results: parameters with texts, and time.
void ForEachOther(const System& system, const TakeVariable& take);

}  // namespace daedalus::model
