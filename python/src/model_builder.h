// Models that Python writes with operators: the assembly of C++ (system/compose) for daedalus/building.py.
#pragma once

#include <nanobind/nanobind.h>

namespace daedalus::python {

void BindModelBuilder(nanobind::module_& m);

}  // namespace daedalus::python
