// Which forms and methods may integrate equations of higher index without reduction (--index-reduction none)?
#pragma once

#include <optional>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/simulate/run_settings.h"

namespace daedalus::simulate {

// kBadOption if the requested form or method cannot integrate such equations; the message lists those that
// can.
std::optional<Diagnostic> RefuseIndex(const compile::GivenModel& given, const RunSettings& settings);

}  // namespace daedalus::simulate
