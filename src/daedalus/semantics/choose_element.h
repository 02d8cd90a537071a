// x[i] and x[i, :] where i changes at events: a choice among the elements.
#pragma once

#include <functional>
#include <optional>

#include "daedalus/semantics/subscripts.h"

namespace daedalus::semantics {

struct ChoosableArray {
  Type type;
  const Dims& dims;
  IndexTypes index_types;
  Variability variability;
  std::function<Scalar(std::size_t)> element_of;  // at an offset
};

// Nothing when all subscripts are known before the run: then they are read as ever (subscripts.h). Beyond its bounds an Integer
// picks nothing that is a number: what uses it then is told during the run.
std::optional<Value> ChooseElement(Lowering& l, const ChoosableArray& array,
                                   std::span<const syntax::ExpressionId> subscripts);
std::optional<Value> ChooseElement(Lowering& l, const Value& array,
                                   std::span<const syntax::ExpressionId> subscripts);

}  // namespace daedalus::semantics
