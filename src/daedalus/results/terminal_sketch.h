// A sketch of a plot in characters: curves in braille dots (2 x 4 in a cell), axes with round ticks, a
// legend.
#pragma once

#include <string>

#include "daedalus/results/plot.h"

namespace daedalus::results {

struct SketchOptions {
  int columns = 72;     // of the whole sketch, axis labels included
  int rows = 16;        // of the canvas, without the axis below and the legend
  bool unicode = true;  // false: ASCII only, one letter a series
  bool color = false;   // ANSI colors, one a series
};

// What standard output can show: Unicode by the locale, color if it is a terminal (and NO_COLOR is not set),
// its width.
SketchOptions DetectSketchOptions();

// Lines end in a newline; empty if there is nothing to draw.
std::string RenderSketch(const PlotSpec& spec, const SketchOptions& options = {});

}  // namespace daedalus::results
