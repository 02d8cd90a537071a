// What a result file has of a variable.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "daedalus/results/reader.h"

namespace daedalus::e2e {

inline std::vector<double> Values(const results::Trajectory& t, const std::string& name) {
  const auto signal = t.FindSignal(name);
  EXPECT_TRUE(signal.has_value()) << name;
  if (!signal) return {NAN};
  const auto values = t.Values(*signal);
  return {values.begin(), values.end()};
}

}  // namespace daedalus::e2e
