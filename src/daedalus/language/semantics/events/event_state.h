// The events of one flattening. Each expression is made once and has the same meaning everywhere, so that one
// relation of the text is one relation of the System.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus::semantics {

// An assignment of an algorithm section whose value varies between events; it may be right if it has a clock.
struct VaryingValue {
  ExprId left;
  ExprId right;
  Span span;
};

struct EventState {
  std::map<std::tuple<ExprId, ExprId, bool>, HeldId> relations;  // left, right, or_equal
  std::map<std::pair<ExprId, ExprId>, HeldId> samples;           // start, interval
  std::map<ExprId, HeldId> pre_values;                           // of continuous expressions
  std::map<ExprId, DiscreteId> conditions;                       // of when-clauses
  std::map<ExprId, DiscreteId> floors;                           // rounded down, by what is rounded

  std::map<DiscreteId, Span> whens;    // the when-clause that assigns it, at the place of its equations
  std::map<VariableId, Span> reinits;  // the when-clause that sets the state

  std::set<DiscreteId> fields;        // of records, whose value is that of another record (varying_fields.h)
  std::vector<VaryingValue> varying;  // checked when clocks are known (varying_values.h)

  std::unordered_map<std::uint32_t, bool> has_whens;  // by class: its text contains when-clauses
  int num_internal = 0;                               // internal discrete variables
  int decision_depth = 0;                             // nested questions (discrete_symbols.h)
};

}  // namespace daedalus::semantics
