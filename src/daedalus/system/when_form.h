// Conditions of when-clauses, read back from the equations that they became (hybrid.h): for those who show
// equations as a user would write them.
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
// Nothing when the expression has another form.
std::optional<WhenForm> ReadWhenForm(const System& system, ExprId active);

// v = if active then value else if ... else pre(v): what a when-clause says about v.
struct WhenBranch {
  ExprId active;
  ExprId value;
};
// Nothing when the equation has another form.
std::vector<WhenBranch> ReadWhenBranches(const System& system, const DiscreteEquation& equation);

}  // namespace daedalus
