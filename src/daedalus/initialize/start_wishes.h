// Start values of variables that are no states, where a state has none.
//
// A start value that is not fixed is a condition where its variable is a state, and else a guess. Of der(q) =
// -v, q = 2*v with a start value for v and none for q, q = 0 would be assumed, and what the user wrote would
// be passed over. So such a start value is a *wish*: where conditions and start values of states leave
// something open, it comes before the assumed 0.
//
// Which are wishes (StartWeight): what is in the text of the model itself; behind it what the class of a
// component says of its own variable, unless that is 0, which would be assumed anyway; never what a type says
// of all quantities of its kind.
//
// A wish is no condition that must hold. One that cannot be solved for, or that determines something at a
// singular point only (x = 1 of a pendulum of length 1, whose y is the state: y^2 = 0), is given up, and 0 is
// assumed after all; that is told.
#pragma once

#include <span>
#include <vector>

#include "daedalus/causal/system_incidence.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/execute/dae_model.h"
#include "daedalus/initialize/attribute_values.h"
#include "daedalus/initialize/initial_plan.h"
#include "daedalus/initialize/initial_values.h"
#include "daedalus/system/system.h"

namespace daedalus::initialize {

// Marks those that find a place by structure (Variable::is_wished). `incidence` is that of the equations, of
// structural index 0 or 1.
void MarkWishes(System& system, const causal::SystemIncidence& incidence);

// Those of the plan, in the order of their right.
std::vector<VariableId> WishesOf(const System& system, const InitialPlan& plan);

// Those of the least right among these.
std::vector<VariableId> LeastWishes(const System& system, std::span<const VariableId> wishes);

// Those of the plan that determine something at these values only in the limit: already a millionth part of
// the start value more would move it beyond what its slope says. All of them where the problem is singular.
std::vector<VariableId> FindVagueWishes(const System& system, execute::DaeModel& dae, const InitialPlan& plan,
                                        const AttributeValues& attributes, double start_time,
                                        const InitialValues& values);

// A warning for wishes in the text of the model that are no conditions of the plan and did not come true; for
// others, a remark.
void TellGivenUp(const System& system, const InitialPlan& plan, const AttributeValues& attributes,
                 double tolerance, InitialValues& values);

}  // namespace daedalus::initialize
