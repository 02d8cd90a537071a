// The state of a model from the values of its variables, as a result file has them. So a run continues from a
// point of another run.
//
// All variables must be known, since the states must be; derivatives are guesses. Held values follow from the
// discrete variables and the relations at that point. A result does not contain the past, so models with
// delays are refused.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "daedalus/model/simulate/find_start.h"
#include "daedalus/model/simulate/model_state.h"

namespace daedalus::simulate {

// The value of a variable; nullopt if it is not known.
using ValueOf = std::function<std::optional<double>(const std::string& name)>;

Result<ModelState> StateFromValues(const StartRequest& request, double t, const ValueOf& value_of);

}  // namespace daedalus::simulate
