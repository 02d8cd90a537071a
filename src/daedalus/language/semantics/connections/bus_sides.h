// One side of a connect statement that may concern expandable connectors, before their members are known
// (Modelica 3.6, section 9.1.3).
#pragma once

#include <optional>
#include <vector>

#include "daedalus/language/semantics/connections/connection_ends.h"

namespace daedalus::semantics {

// A bus, a member of a bus by its name, or an ordinary connector.
struct BusItem {
  enum class Kind : std::uint8_t { kBus, kMember, kConnector };
  Kind kind = Kind::kConnector;
  NodeId bus = {};          // the bus, or the bus of the member
  syntax::NameId key = {};  // of the member, with subscripts if it is not declared anywhere: `x[2]`
  ConnectionEnds connectors = {};
};

struct BusSide {
  std::vector<BusItem> items;
  // Members inside which the statement connects something: bus and key.
  std::vector<std::pair<NodeId, syntax::NameId>> entered;
  bool has_bus = false;
  bool is_whole = false;  // one undeclared member, which is like the other side whatever its dimensions are
  bool is_outside = false;
  bool is_disabled = false;
};

bool IsBus(Context& context, scope::EnvId env);

// nullopt after a reported error.
std::optional<BusSide> FindBusSide(Lowering& l, syntax::ExpressionId id);

// The names of the elements that a part of a reference means on a bus, if the part is not declared anywhere:
// `x[1:2]` means `x[1]` and `x[2]`. Their number is the product of `dims`. nullopt after an error.
struct ElementNames {
  std::vector<syntax::NameId> names;
  Dims dims;
};
std::optional<ElementNames> NamesOnBus(Lowering& l, const syntax::ReferencePart& part);

}  // namespace daedalus::semantics
