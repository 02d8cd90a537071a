// Which elements of an array its subscripts pick (Modelica 3.6, section 10.5).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

// The type that subscripts of a dimension have: Integer, unless the dimension was declared by an enumeration
// or Boolean (section 10.5). Dimensions beyond the end of such a list are Integer.
using IndexTypes = std::span<const Type>;

struct Selection {
  Dims dims;                         // of what is picked
  std::vector<std::size_t> offsets;  // of its elements in the array
  bool is_known = true;              // else sizes or subscripts are unknown, and there are no offsets
};

// Dimensions without a subscript are taken whole, as are the first ones, `leading` many, which the subscripts
// do not speak of. Nothing after an error.
std::optional<Selection> Select(Lowering& l, const Dims& dims, IndexTypes index_types,
                                std::span<const syntax::ExpressionId> subscripts, std::size_t leading = 0);

// The common case, x[i] and a[i, j], without building lists. The offset, or nothing when it is not that case
// or (then `failed` is set) after an error.
std::optional<std::size_t> ScalarOffset(Lowering& l, const Dims& dims, IndexTypes index_types,
                                        std::span<const syntax::ExpressionId> subscripts, bool* failed);

// The elements that were selected.
Value Pick(const Value& array, const Selection& selection);

// That there are more subscripts than dimensions is reported; `name` is "`x`", or "this expression".
void ReportSubscriptCount(Lowering& l, const Dims& dims, std::span<const syntax::ExpressionId> subscripts,
                          std::string_view name);
// `name_of` is called only when there is something to report.
template <class NameOf>
bool HasDimensionsFor(Lowering& l, const Dims& dims, std::span<const syntax::ExpressionId> subscripts,
                      NameOf name_of) {
  if (subscripts.size() <= dims.size()) return true;
  ReportSubscriptCount(l, dims, subscripts, name_of());
  return false;
}

// All values of an enumeration or of Boolean, in order: what a loop over the type runs through.
Value ValuesOfType(const Lowering& l, Type type);

}  // namespace daedalus::semantics
