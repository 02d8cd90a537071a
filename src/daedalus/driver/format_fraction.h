// Numbers as people write them in tables: 5/12 rather than 0.416667.
#pragma once

#include <string>

namespace daedalus::driver {

// As an integer or a fraction of integers where the number is one but for rounding, else with 12 digits. The
// denominators are at most 500000: the continued fraction of a number that is no such fraction does not come
// that near to it before.
std::string FormatFraction(double value);

}  // namespace daedalus::driver
