// A call of a function with arrays of more dimensions than its inputs: the function is called for each
// element (Modelica 3.6, section 12.4.6).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

using GivenValues = std::vector<std::optional<Value>>;  // by input; nullopt: the declaration gives the value

struct ElementCall {
  using Results = std::optional<std::vector<Value>>;  // of all outputs; nullopt after a mistake or refusal

  std::vector<std::size_t> ranks;  // by input: the number of its declared dimensions
  std::size_t num_outputs = 0;
  Span span;                    // of the call
  std::span<const Span> spans;  // of its arguments
  std::function<Results(const GivenValues&)> run;
  std::function<Results(const GivenValues&)> promise;  // only types and sizes
};

// `extra` dimensions, before those of the inputs; there is at least one.
ElementCall::Results CallForEach(Lowering& l, const ElementCall& call, const GivenValues& values,
                                 const Dims& extra);

}  // namespace daedalus::semantics
