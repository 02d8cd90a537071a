// A chart as an SVG element: frame, grid, ticks, areas and curves.
//
// Colours come from the style of the page: a curve or area has the custom property --hue, and classes say
// what it is (`curve`, `dashed`, `area`, `half-plane`, `grid`, `axis`, `frame`).
#pragma once

#include <string>
#include <vector>

namespace daedalus::results {

struct ChartPoint {
  double x = 0;
  double y = 0;
};

struct ChartAxis {
  double low = 0;
  double high = 1;
  bool logarithmic = false;  // then low > 0
  std::string label = {};
};

struct ChartCurve {
  std::string name;                // shown under the pointer
  std::vector<ChartPoint> points;  // what is not finite is a gap
  int hue = 0;                     // degrees
  bool dashed = false;
  bool closed = false;
  bool neutral = false;  // without a colour
};

// The region inside of closed curves, or the one outside of them; it alternates between nested ones.
struct ChartArea {
  std::vector<std::vector<ChartPoint>> curves;
  bool outside = false;
  int hue = 0;
  double opacity = 1;  // of what the style gives an area
};

struct Chart {
  std::string description;  // for those who do not see it
  int width = 640;          // pixels, with the labels
  int height = 640;
  ChartAxis x;
  ChartAxis y;
  bool marks_left_half = false;  // the half plane x < 0
  std::vector<ChartArea> areas;
  std::vector<ChartCurve> curves;
};

std::string RenderSvg(const Chart& chart);

}  // namespace daedalus::results
