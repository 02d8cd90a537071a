// The integration methods by name, as `daedalus methods` lists them, and the way from a name to an
// integrator: our own (own/own_methods.h) and the peer, SUNDIALS IDA.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/numerics/integrate/own/own_methods.h"

namespace daedalus::integrate {

// All methods, in the order in which they should be listed.
std::span<const MethodInfo> Methods();

// Null when there is no such name.
const MethodInfo* FindMethod(std::string_view name);

// The names of those that claim equations of this index, as a list for people; empty where there are none.
std::string MethodsForIndex(int index);

// The error lists the names, or says what is wrong with the input.
Expected<std::unique_ptr<Integrator>, std::string> MakeIntegrator(std::string_view method, DaeProblem problem,
                                                                  Tolerances tolerances,
                                                                  IntegratorOptions options = {});

}  // namespace daedalus::integrate
