// A function that is given arrays with more dimensions than its inputs have, called for each of their
// elements (Modelica 3.6, section 12.4.6).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

using GivenValues = std::vector<std::optional<Value>>;  // by input; none: the declaration gives it

struct ElementCall {
  using Results = std::optional<std::vector<Value>>;  // of all outputs; nothing after a mistake or refusal

  std::vector<std::size_t> ranks;  // by input: the dimensions that it is declared with
  std::size_t num_outputs = 0;
  Span span;                    // of the call
  std::span<const Span> spans;  // of its arguments
  std::function<Results(const GivenValues&)> run;
  std::function<Results(const GivenValues&)> promise;  // types and sizes alone
};

// `extra` dimensions, which stand in front of those of the inputs; there is at least one.
ElementCall::Results CallForEach(Lowering& l, const ElementCall& call, const GivenValues& values,
                                 const Dims& extra);

}  // namespace daedalus::semantics
