// The exported C of a small model against C that was written by hand for it, by the same compiler.
#pragma once

#include <optional>

namespace daedalus::bench {

// The time of exported C in units of that of hand-written C; nothing where there is no C compiler.
std::optional<double> RaceExportedC();

}  // namespace daedalus::bench
