// A plot as one self-contained HTML page: data, script and style inside, nothing fetched, readable offline
// for ever.
//
// The page draws with dygraphs (Debian's libjs-dygraphs, embedded at build time): zoom by dragging, pan with
// shift, double click to reset; values under the pointer in the legend; series to show and hide; one common
// plot or one panel a variable; with exactly two variables also one against the other. Events are thin lines,
// and are told where the pointer is at one.
#pragma once

#include <cstddef>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/results/plot.h"

namespace daedalus::results {

struct HtmlPlotOptions {
  // Longer data are thinned out: of each stretch of points the first, the last and the extremes of every
  // series stay.
  std::size_t max_points = 20000;
  // Of more events only the first are listed.
  std::size_t max_events = 5000;
};

std::string RenderHtmlPlot(const PlotSpec& spec, const HtmlPlotOptions& options = {});
Result<Unit> WriteHtmlPlot(const std::string& path, const PlotSpec& spec,
                           const HtmlPlotOptions& options = {});

}  // namespace daedalus::results
