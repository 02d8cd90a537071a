// The origin of an equation and its transformations, as ids.
//
// Equations of one loop or of one array come from one place in the text, so they share one Origin. A history
// is a linked list from its last step back. Histories with a common past share it. All of them are in one
// pool that only grows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "daedalus/base/id.h"
#include "daedalus/base/source.h"
#include "daedalus/system/name_table.h"

namespace daedalus {

struct Origin {
  Span span;            // of the equation in the user's text
  ScalarName instance;  // the component that it comes from; invalid: the model itself

  friend bool operator==(const Origin&, const Origin&) = default;
};

struct OriginTag;
using OriginId = Id<OriginTag>;

class OriginTable {
 public:
  // Returns the id of an equal one if it is still remembered: the equations of a loop repeat their origins.
  OriginId Add(const Origin& origin) {
    OriginId& recent =
        recent_[(origin.span.begin + 31 * origin.instance.path.value + 7 * origin.instance.element) %
                recent_.size()];
    if (!recent.IsValid() || !(origins_[recent] == origin)) recent = origins_.Add(origin);
    return recent;
  }
  const Origin& operator[](OriginId id) const { return origins_[id]; }
  std::size_t size() const { return origins_.size(); }

 private:
  IdVector<OriginId, Origin> origins_;
  std::array<OriginId, 64> recent_;
};

// One step in the history of an equation since the user's text.
struct Operation {
  enum class Kind : std::uint8_t {
    kGiven,           // detail: its number in the model as written, before equations are renumbered
    kDifferentiated,  // detail: the number of the differentiated equation
    kSubstituted,     // detail: the place of the removed variable among all removed ones, aliases first
                      // (causal/alias_removal.h), then eliminated ones (causal/elimination.h)
    kCombined,  // detail: the number of the equation, combined with others (causal/structure_conversion.h)
    kChained,   // detail: the number of the equation, one of a chain (causal/semi_linear_chains.h)
  };
  Kind kind;
  std::uint32_t detail = 0;
};

struct HistoryTag;
using HistoryId = Id<HistoryTag>;  // invalid: unchanged

class HistoryPool {
 public:
  HistoryId Append(HistoryId before, Operation operation) { return steps_.Add({operation, before}); }
  // Oldest first.
  std::vector<Operation> Steps(HistoryId id) const {
    std::vector<Operation> steps;
    for (; id.IsValid(); id = steps_[id].before) steps.push_back(steps_[id].operation);
    std::reverse(steps.begin(), steps.end());
    return steps;
  }
  std::size_t Count(HistoryId id, Operation::Kind kind) const {
    std::size_t count = 0;
    for (; id.IsValid(); id = steps_[id].before) count += steps_[id].operation.kind == kind;
    return count;
  }

 private:
  struct Step {
    Operation operation;
    HistoryId before;
  };
  IdVector<HistoryId, Step> steps_;
};

}  // namespace daedalus
