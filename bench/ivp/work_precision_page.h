// Work-precision diagrams as one HTML page without any reference to the outside: an SVG for each problem,
// readable on light and dark.
#pragma once

#include <span>
#include <string>

#include "ivp/work_precision.h"

namespace daedalus::bench {

struct PageContent {
  std::string subtitle;  // which peers, which library
  std::span<const Run> runs;
  std::span<const Comparison> comparisons;
  Summary summary;
};

std::string WorkPrecisionPage(const PageContent& content);

}  // namespace daedalus::bench
