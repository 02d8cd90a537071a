// Everything that decides about the numbers of a sweep, as a text: its model, options and values. Two sweeps
// with equal texts have equal runs.
#pragma once

#include <string>

#include "daedalus/base/source.h"
#include "daedalus/products/driver/sweep_model.h"

namespace daedalus::driver {

// `sources`: all texts that were read for the model.
std::string SweepIdentity(const SweepOptions& options, const Sources& sources);

}  // namespace daedalus::driver
