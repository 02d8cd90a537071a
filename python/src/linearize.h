// A model near a point as matrices: model/linear_system.h for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace daedalus::python {

void BindLinearize(nanobind::module_& m);

}  // namespace daedalus::python
