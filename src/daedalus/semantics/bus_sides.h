// One side of a connect statement that may be about expandable connectors, before it is known what is on them
// (Modelica 3.6, section 9.1.3).
#pragma once

#include <optional>
#include <vector>

#include "daedalus/semantics/connection_ends.h"

namespace daedalus::semantics {

// A bus, a member of one by its name, or an ordinary connector.
struct BusItem {
  enum class Kind : std::uint8_t { kBus, kMember, kConnector };
  Kind kind = Kind::kConnector;
  NodeId bus = {};          // the bus, or that of the member
  syntax::NameId key = {};  // of the member, with subscripts where nobody declared it: `x[2]`
  ConnectionEnds connectors = {};
};

struct BusSide {
  std::vector<BusItem> items;
  // Members inside of which the statement connects something: bus and key.
  std::vector<std::pair<NodeId, syntax::NameId>> entered;
  bool has_bus = false;
  bool is_whole = false;  // one undeclared member, which is like the other side whatever its dimensions
  bool is_outside = false;
  bool is_disabled = false;
};

bool IsBus(Context& context, scope::EnvId env);

// Nothing after an error, which was reported.
std::optional<BusSide> FindBusSide(Lowering& l, syntax::ExpressionId id);

// The names of the elements that a part of a reference means on a bus where nobody declared it: `x[1:2]` are
// `x[1]` and `x[2]`. Their number is the product of `dims`. Nothing after an error.
struct ElementNames {
  std::vector<syntax::NameId> names;
  Dims dims;
};
std::optional<ElementNames> NamesOnBus(Lowering& l, const syntax::ReferencePart& part);

}  // namespace daedalus::semantics
