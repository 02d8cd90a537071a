// x[i] and x[i, :] with an i that changes at events: a choice among the elements, or for each element whether
// it is assigned.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "daedalus/language/semantics/expressions/subscripts.h"

namespace daedalus::semantics {

struct ChoosableArray {
  Type type;
  const Dims& dims;
  IndexTypes index_types;
  Variability variability;
  std::function<Scalar(std::size_t)> element_of;  // at an offset
};

// True if one of the subscripts is an index that changes at events.
bool HasChosenSubscript(Lowering& l, const Dims& dims, IndexTypes index_types,
                        std::span<const syntax::ExpressionId> subscripts);

// nullopt if all subscripts are known before the run; then subscripts.h reads them. An Integer index beyond
// the bounds selects a value that is not a number. The run reports its use.
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

// x[i] := value in an algorithm of a model: each element gets the value if its index is i; otherwise it keeps
// its own. nullopt if all subscripts are known before the run. An index beyond the bounds assigns nothing,
// and the caller lets it be checked (`checks`). False after a reported mistake, at `span` if it concerns the
// value.
std::optional<bool> AssignChosen(Lowering& l, Value& array, IndexTypes index_types,
                                 std::span<const syntax::ExpressionId> subscripts, const Value& value,
                                 Span span, std::vector<CheckedIndex>& checks);

}  // namespace daedalus::semantics
