// What one flattening knows about events: expressions that were made once and mean the same wherever they
// stand, so that one relation of the text is one relation of the System.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus::semantics {

// An assignment of an algorithm section whose value varies between events; with a clock it may be right.
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

  std::map<DiscreteId, Span> whens;    // the when-clause that assigns, where its equations were made
  std::map<VariableId, Span> reinits;  // the one that sets the state

  std::set<DiscreteId> fields;        // of records, whose value is that of another record (varying_fields.h)
  std::vector<VaryingValue> varying;  // looked at when clocks are known (varying_values.h)

  std::unordered_map<std::uint32_t, bool> has_whens;  // by class: when-clauses stand in its text
  int num_internal = 0;                               // discrete variables of ours
  int decision_depth = 0;                             // of questions within questions (discrete_symbols.h)
};

}  // namespace daedalus::semantics
