// Which elements of an array do its subscripts select (Modelica 3.6, section 10.5)?
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The types of the subscripts: Integer, unless the dimension was declared by an enumeration or Boolean
// (section 10.5). Dimensions beyond the end of such a list are Integer.
using IndexTypes = std::span<const Type>;

struct Selection {
  Dims dims;                         // of the selected part
  std::vector<std::size_t> offsets;  // of its elements in the array
  bool is_known = true;              // false: sizes or subscripts are unknown, and there are no offsets
};

// Dimensions without a subscript are taken whole, and so are the first `leading` ones, to which the
// subscripts do not apply. nullopt after an error.
std::optional<Selection> Select(Lowering& l, const Dims& dims, IndexTypes index_types,
                                std::span<const syntax::ExpressionId> subscripts, std::size_t leading = 0);

// The common case, x[i] and a[i, j], without lists. The offset; nullopt if it is another case, or (then
// `failed` is set) after an error.
std::optional<std::size_t> ScalarOffset(Lowering& l, const Dims& dims, IndexTypes index_types,
                                        std::span<const syntax::ExpressionId> subscripts, bool* failed);

// The selected elements.
Value Pick(const Value& array, const Selection& selection);

// Reports more subscripts than dimensions; `name` is "`x`", or "this expression".
void ReportSubscriptCount(Lowering& l, const Dims& dims, std::span<const syntax::ExpressionId> subscripts,
                          std::string_view name);
// `name_of` is called only if there is something to report.
template <class NameOf>
bool HasDimensionsFor(Lowering& l, const Dims& dims, std::span<const syntax::ExpressionId> subscripts,
                      NameOf name_of) {
  if (subscripts.size() <= dims.size()) return true;
  ReportSubscriptCount(l, dims, subscripts, name_of());
  return false;
}

// All values of an enumeration or of Boolean, in order: the range of a loop over the type.
Value ValuesOfType(const Lowering& l, Type type);

}  // namespace daedalus::semantics
