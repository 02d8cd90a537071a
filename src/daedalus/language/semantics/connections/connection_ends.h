// What a reference in a connect statement means: connectors, or scalars of connectors that are predefined
// types (`connector RealInput = input Real`).
#pragma once

#include <optional>
#include <vector>

#include "daedalus/language/semantics/connections/connect_statement.h"
#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

struct ConnectionEnds {
  std::vector<ConnectionEnd> ends;  // the last subscript running fastest
  Dims dims;
  bool is_outside = false;   // a connector of the class that contains the statement
  bool is_disabled = false;  // a component of the reference does not exist
};

// nullopt after an error.
std::optional<ConnectionEnds> FindConnectionEnds(Lowering& l, syntax::ExpressionId id);
// Finds the ends for one overdetermined record (section 9.4), and for one connector.
std::optional<ConnectionEnds> FindOverdetermined(Lowering& l, syntax::ExpressionId id);
std::optional<ConnectionEnds> FindOneConnector(Lowering& l, syntax::ExpressionId id);

bool IsConnector(Context& context, scope::EnvId env);

// For messages: the name, and the place of the declaration (invalid: none, as for members added to a bus).
std::string EndName(const Context& context, const ConnectionEnd& end);
Span DeclarationOf(Context& context, const ConnectionEnd& end);

}  // namespace daedalus::semantics
