// x[i] and x[i, :] where i changes at events: a choice among the elements, or for each element whether it is
// assigned to.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "daedalus/semantics/subscripts.h"

namespace daedalus::semantics {

struct ChoosableArray {
  Type type;
  const Dims& dims;
  IndexTypes index_types;
  Variability variability;
  std::function<Scalar(std::size_t)> element_of;  // at an offset
};

// Whether one of the subscripts is an index that changes at events.
bool HasChosenSubscript(Lowering& l, const Dims& dims, IndexTypes index_types,
                        std::span<const syntax::ExpressionId> subscripts);

// Nothing when all subscripts are known before the run: then they are read as ever (subscripts.h). Beyond its
// bounds an Integer picks nothing that is a number: what uses it then is told during the run.
std::optional<Value> ChooseElement(Lowering& l, const ChoosableArray& array,
                                   std::span<const syntax::ExpressionId> subscripts);
std::optional<Value> ChooseElement(Lowering& l, const Value& array,
                                   std::span<const syntax::ExpressionId> subscripts);

// An Integer that must be between 1 and `size` during the run.
struct CheckedIndex {
  Scalar index;
  std::int64_t size = 0;
  Span span;
};

// x[i] := value, in an algorithm of a model: each element gets the value where it is the one, else it keeps
// what it has. Nothing when all subscripts are known before the run. Beyond its bounds an Integer assigns
// nothing: the caller has it checked (`checks`). False after a mistake, which was reported at `span` if it is
// the value's.
std::optional<bool> AssignChosen(Lowering& l, Value& array, IndexTypes index_types,
                                 std::span<const syntax::ExpressionId> subscripts, const Value& value,
                                 Span span, std::vector<CheckedIndex>& checks);

}  // namespace daedalus::semantics
