// Start values of variables that are not states, used where a state has none.
//
// A start value that is not fixed is a condition if its variable is a state, otherwise a guess. For der(q) =
// -v, q = 2*v with a start value for v and none for q, q = 0 would be assumed, and the user's number ignored.
// So such a start value is a *start preference*: if conditions and start values of states leave a value free,
// it is taken before an assumed 0.
//
// Start preferences, highest priority first (StartWeight): start values in the text of the model itself; then
// those that the class of a component gives its own variable, except 0, which would be assumed anyway. Start
// values of types, which hold for all quantities of a kind, are never preferences.
//
// A preference need not hold. It is given up if it cannot be solved for, or determines something at a
// singular point only (x = 1 of a pendulum of length 1, whose y is the state: y^2 = 0). Then 0 is assumed
// after all, and that is reported.
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

// Marks the start preferences that the structure allows (Variable::is_start_preferred). `incidence` is that
// of the equations, of structural index 0 or 1.
void MarkStartPreferences(System& system, const causal::SystemIncidence& incidence);

// The preferences of the plan, highest priority first.
std::vector<VariableId> StartPreferencesOf(const System& system, const InitialPlan& plan);

// The preferences of the lowest priority among these.
std::vector<VariableId> LowestStartPreferences(const System& system, std::span<const VariableId> preferences);

// The preferences of the plan that are nearly singular at these values: changing the start value by a
// millionth would move some unknown far beyond its linear change. All of them if the problem is singular.
std::vector<VariableId> FindNearlySingularPreferences(const System& system, execute::DaeModel& dae,
                                                      const InitialPlan& plan,
                                                      const AttributeValues& attributes, double start_time,
                                                      const InitialValues& values);

// A warning for preferences in the text of the model that are not conditions of the plan and do not hold; for
// others, a remark.
void TellGivenUp(const System& system, const InitialPlan& plan, const AttributeValues& attributes,
                 double tolerance, InitialValues& values);

}  // namespace daedalus::initialize
