// What is known of a model without a run, as JSON and in small facts.
#pragma once

#include <nanobind/nanobind.h>

namespace daedalus::python {

void BindDescribe(nanobind::module_& m);

}  // namespace daedalus::python
