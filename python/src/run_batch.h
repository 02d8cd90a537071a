// Many runs of one model with other values of parameters, in threads of our own.
//
// Each run has a Simulation of its own, and no run sees another one. So its numbers do not depend on the
// number of threads, or on the runs beside it.
#pragma once

#include <nanobind/nanobind.h>

namespace daedalus::python {

void BindRunBatch(nanobind::module_& m);

}  // namespace daedalus::python
