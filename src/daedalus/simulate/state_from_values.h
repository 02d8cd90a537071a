// The state of a model from the values of its variables, as a result file has them: a run goes on from a
// point of another run.
//
// The states of the model must be known, so all its variables must be; derivatives are guesses. What is held
// follows from the discrete variables and the relations at that point. The past is not in a result, so models
// with delays are refused.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "daedalus/simulate/find_start.h"
#include "daedalus/simulate/model_state.h"

namespace daedalus::simulate {

// The value of a variable; nullopt: it is not known.
using ValueOf = std::function<std::optional<double>(const std::string& name)>;

Result<ModelState> StateFromValues(const StartRequest& request, double t, const ValueOf& value_of);

}  // namespace daedalus::simulate
