// Numbers as people write them in tables: 5/12 rather than 0.416667.
#pragma once

#include <string>

namespace daedalus::analyze {

struct FractionOptions {
  double relative_tolerance = 4.5e-16;  // two roundings
  // The continued fraction of a number that is no fraction comes as near as that only with larger
  // denominators.
  double max_denominator = 500000;
};

// As an integer or a fraction of integers where the number is one but for rounding, else with 12 digits.
std::string FormatFraction(double value, const FractionOptions& options = {});

}  // namespace daedalus::analyze
