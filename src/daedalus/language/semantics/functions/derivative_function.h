// function fx = der(f, x): the partial derivative of a function with respect to some of its inputs
// (Modelica 3.6, section 12.7.2).
//
// It is called like f, with a new leaf in place of each such input. The results are differentiated by the
// leaf, and then the leaf is replaced by the argument. Several inputs are differentiated one after the other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/language/semantics/functions/call_function.h"
#include "daedalus/language/semantics/functions/function_signature.h"

namespace daedalus::semantics {

// Also a derivative of a derivative, or one with other defaults: function gx = fx(k = 2).
bool IsDerivativeFunction(Context& context, scope::EnvId env);

// The inputs, one for each derivative.
std::vector<std::string> DifferentiatedInputs(Context& context, scope::EnvId derivative);

struct StandIn {
  expr::ExprId leaf;
  Value argument;  // which it replaces: a scalar, or an array; the function is called for each element
};

// Arguments by their inputs, null if not given. Those by which the function is differentiated are replaced.
// nullopt after a mistake.
std::optional<std::vector<StandIn>> ReplaceArguments(Lowering& l, const FunctionValue& function,
                                                     const FunctionSignature& signature,
                                                     std::span<FunctionArgument* const> arguments, Span span);

// Differentiates the results of a call with the stand-ins.
void Differentiate(Lowering& l, std::span<const StandIn> stand_ins, std::vector<Value>& results);

}  // namespace daedalus::semantics
