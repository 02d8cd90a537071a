// Equations of higher index as they stand (--index-reduction none): who may integrate them?
#pragma once

#include <optional>

#include "daedalus/compile/given_model.h"
#include "daedalus/simulate/run_settings.h"

namespace daedalus::simulate {

// A kBadOption where the form or the method that was asked for cannot do such equations, with those that can.
std::optional<Diagnostic> RefuseIndex(const compile::GivenModel& given, const RunSettings& settings);

}  // namespace daedalus::simulate
