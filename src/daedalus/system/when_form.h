// Recovers the conditions of when-clauses from their equations (hybrid.h), to show equations as a user would
// write them.
//
//   not initial() and c and not pre(c)                                 {c}
//   not initial() and (c and not pre(c) or d and not pre(d))           {c, d}
//   initial() or c and not pre(c)                                      {initial(), c}
#pragma once

#include <optional>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus {

struct WhenForm {
  bool is_active_initially = false;
  std::vector<DiscreteId> conditions;
};
// nullopt if the expression has another form.
std::optional<WhenForm> ReadWhenForm(const System& system, ExprId active);

// v = if active then value else if ... else pre(v): the values that a when-clause gives to v.
struct WhenBranch {
  ExprId active;
  ExprId value;
};
// nullopt if the equation has another form.
std::vector<WhenBranch> ReadWhenBranches(const System& system, const DiscreteEquation& equation);

}  // namespace daedalus
