// Start values of variables that are not states, used where a state has none.
//
// A start value that is not fixed is a condition if its variable is a state, otherwise a guess. For der(q) =
// -v, q = 2*v with a start value for v and none for q, q = 0 would be assumed, and the user's number ignored.
// So such a start value is a *wish*, a start preference: if conditions and start values of states leave a
// freedom, it precedes the assumed 0.
//
// Wishes, highest priority first (StartWeight): start values in the text of the model itself; then those that
// the class of a component gives its own variable, except 0, which would be assumed anyway. Start values of
// types, for all quantities of a kind, are never wishes.
//
// A wish need not hold. It is given up if it cannot be solved for, or determines something at a singular
// point only (x = 1 of a pendulum of length 1, whose y is the state: y^2 = 0). Then 0 is assumed after all,
// and that is reported.
#pragma once

#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/model/initialize/initial_plan.h"
#include "daedalus/model/initialize/initial_values.h"
#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/programs/execute/dae_model.h"
#include "daedalus/system/system.h"

namespace daedalus::initialize {

// Marks wishes that fit structurally (Variable::is_wished). `incidence` is that of the equations, of
// structural index 0 or 1.
void MarkWishes(System& system, const causal::SystemIncidence& incidence);

// The wishes of the plan, highest priority first.
std::vector<VariableId> WishesOf(const System& system, const InitialPlan& plan);

// The wishes of the lowest priority among these.
std::vector<VariableId> LeastWishes(const System& system, std::span<const VariableId> wishes);

// The wishes of the plan that are nearly singular at these values: a millionth more of the start value would
// move something far beyond its linear change. All of them if the problem is singular.
std::vector<VariableId> FindVagueWishes(const System& system, execute::DaeModel& dae, const InitialPlan& plan,
                                        const AttributeValues& attributes, double start_time,
                                        const InitialValues& values);

// A warning for wishes in the text of the model that are not conditions of the plan and do not hold; for
// others, a remark.
void TellGivenUp(const System& system, const InitialPlan& plan, const AttributeValues& attributes,
                 double tolerance, InitialValues& values);

}  // namespace daedalus::initialize
