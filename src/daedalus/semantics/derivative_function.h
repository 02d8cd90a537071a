// function fx = der(f, x): the partial derivative of a function with respect to some of its inputs
// (Modelica 3.6, section 12.7.2).
//
// It is called as f is, with a leaf that stands for nothing else in place of each such input; the results are
// differentiated by the leaf, and then it is replaced by the argument. Several inputs are one derivative
// after the other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/semantics/call_function.h"
#include "daedalus/semantics/function_signature.h"

namespace daedalus::semantics {

// Also one of a derivative, or one with other defaults: function gx = fx(k = 2).
bool IsDerivativeFunction(Context& context, scope::EnvId env);

// The inputs, one for each derivative.
std::vector<std::string> DifferentiatedInputs(Context& context, scope::EnvId derivative);

struct StandIn {
  expr::ExprId leaf;
  Value argument;  // that it stands for: a scalar, or an array for each of whose elements the function is
                   // called
};

// Arguments by their inputs, null where none is given; those that the function is differentiated by are
// replaced. Nothing after a mistake.
std::optional<std::vector<StandIn>> ReplaceArguments(Lowering& l, const FunctionValue& function,
                                                     const FunctionSignature& signature,
                                                     std::span<FunctionArgument* const> arguments, Span span);

// The results of a call with the stand-ins, differentiated.
void Differentiate(Lowering& l, std::span<const StandIn> stand_ins, std::vector<Value>& results);

}  // namespace daedalus::semantics
