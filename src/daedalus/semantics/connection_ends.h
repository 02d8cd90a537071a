// What a reference in a connect statement stands for: connectors, or scalars of connectors that are predefined
// types (`connector RealInput = input Real`).
#pragma once

#include <optional>
#include <vector>

#include "daedalus/semantics/connect_statement.h"
#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

struct ConnectionEnds {
  std::vector<ConnectionEnd> ends;  // the last subscript running fastest
  Dims dims;
  bool is_outside = false;   // a connector of the class in which the statement stands
  bool is_disabled = false;  // a component on the way is not there
};

// Nothing after an error.
std::optional<ConnectionEnds> FindConnectionEnds(Lowering& l, syntax::ExpressionId id);

}  // namespace daedalus::semantics
