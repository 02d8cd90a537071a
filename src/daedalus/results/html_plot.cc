#include "daedalus/results/html_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "daedalus/base/check.h"
#include "daedalus/base/escape_markup.h"
#include "daedalus/results/decimate.h"
#include "daedalus/results/embedded_pages.h"
#include "daedalus/results/fill_page.h"
#include "daedalus/results/output_file.h"

namespace daedalus::results {
namespace {

std::string QuoteForScript(const std::string& text) {
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  return EscapeForScript(nlohmann::json(text).dump(-1, ' ', false, kReplace));
}

void AppendNumbers(std::string& out, const std::vector<double>& values,
                   const std::vector<std::size_t>& indices) {
  out += '[';
  for (const std::size_t i : indices) {
    if (out.back() != '[') out += ',';
    if (!std::isfinite(values[i])) {
      out += "null";
      continue;
    }
    char text[32];
    out.append(text, std::to_chars(text, text + sizeof text, values[i]).ptr);
  }
  out += ']';
}

// {"1":"Forward","2":"Stuck"}, of the values that occur.
std::string NamesOf(const PlotSeries& series) {
  std::string out = "{";
  for (const auto& [number, name] : series.names) {
    if (std::ranges::find(series.values, number) == series.values.end()) continue;
    if (out.back() != '{') out += ',';
    out += fmt::format("\"{}\":{}", number, QuoteForScript(name));
  }
  return out + '}';
}

std::string DataOf(const PlotSpec& spec, const HtmlPlotOptions& options) {
  const std::vector<std::size_t> points = DecimatePoints(spec, options.max_points);
  std::string out =
      "{\"x_label\":" + QuoteForScript(spec.x_label) + ",\"x_unit\":" + QuoteForScript(spec.x_unit);
  out += ",\n\"x\":";
  AppendNumbers(out, spec.x, points);
  out += ",\n\"series\":[";
  for (const PlotSeries& series : spec.series) {
    DAEDALUS_CHECK(series.values.size() == spec.x.size(), "a series has one value for each point");
    if (out.back() != '[') out += ',';
    out += "\n{\"name\":" + QuoteForScript(series.name) + ",\"unit\":" + QuoteForScript(series.unit) +
           ",\"description\":" + QuoteForScript(series.description) +
           ",\"held\":" + (series.is_held ? "true" : "false");
    if (!series.names.empty()) out += ",\"names\":" + NamesOf(series);
    out += ",\"values\":";
    AppendNumbers(out, series.values, points);
    out += '}';
  }
  out += "],\n\"num_events\":" + std::to_string(spec.events.size()) + ",\"events\":[";
  for (std::size_t i = 0; i < std::min(spec.events.size(), options.max_events); ++i) {
    char text[32];
    if (i > 0) out += ',';
    out += "\n{\"x\":";
    out.append(text, std::to_chars(text, text + sizeof text, spec.events[i].x).ptr);
    out += ",\"text\":" + QuoteForScript(spec.events[i].text) + '}';
  }
  return out + "]}";
}

}  // namespace

std::string RenderHtmlPlot(const PlotSpec& spec, const HtmlPlotOptions& options) {
  const std::string title = EscapeMarkup(spec.title), subtitle = EscapeMarkup(spec.subtitle);
  const std::string description = EscapeMarkup(spec.description);
  const std::string x_label = EscapeMarkup(spec.x_label), data = DataOf(spec, options);
  return FillPage(kPlotPage, {{"title", title},
                              {"description", description},
                              {"subtitle", subtitle},
                              {"x-label", x_label},
                              {"data", data},
                              {"dygraphs-style", kDygraphsStyle},
                              {"style", kPlotStyle},
                              {"dygraphs", kDygraphsScript},
                              {"phase-script", kPlotPhaseScript},
                              {"script", kPlotScript}});
}

Result<Unit> WriteHtmlPlot(const std::string& path, const PlotSpec& spec, const HtmlPlotOptions& options) {
  return WriteWholeFile(path, RenderHtmlPlot(spec, options));
}

}  // namespace daedalus::results
