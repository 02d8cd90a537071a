#include "daedalus/results/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "daedalus/base/escape_markup.h"
#include "daedalus/results/fill_page.h"
#include "daedalus/results/ticks.h"

namespace daedalus::results {
namespace {

constexpr double kLeft = 52, kRight = 12, kTop = 10, kBottom = 42;

double Coordinate(const ChartAxis& axis, double value) {
  return axis.logarithmic ? std::log10(value) : value;
}

// From values to pixels.
struct Scale {
  double origin = 0, factor = 1;
  const ChartAxis& axis;

  double operator()(double value) const { return origin + factor * Coordinate(axis, value); }
};

Scale MakeScale(const ChartAxis& axis, double from, double to) {
  const double low = Coordinate(axis, axis.low), high = Coordinate(axis, axis.high);
  const double factor = (to - from) / (high - low);
  return {from - factor * low, factor, axis};
}

struct Tick {
  double value;
  std::string label;
};

// 0.1, 1, 10, 100, and then powers.
std::string FormatPower(int exponent) {
  constexpr std::array<const char*, 10> kRaised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (std::abs(exponent) < 3) return fmt::format("{:g}", std::pow(10, exponent));
  std::string out = exponent < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(exponent)))
    out += kRaised[static_cast<std::size_t>(digit - '0')];
  return out;
}

std::vector<Tick> TicksOf(const ChartAxis& axis, int max_count) {
  const Ticks ticks = RoundTicks(Coordinate(axis, axis.low), Coordinate(axis, axis.high), max_count);
  std::vector<Tick> out;
  for (const double value : ticks.values) {
    if (!axis.logarithmic) {
      out.push_back({value, FormatTick(value, ticks.step)});
    } else if (value == std::round(value)) {
      out.push_back({std::pow(10, value), FormatPower(static_cast<int>(value))});
    }
  }
  return out;
}

class Drawing {
 public:
  explicit Drawing(const Chart& chart)
      : chart_(chart),
        x_(MakeScale(chart.x, kLeft, chart.width - kRight)),
        y_(MakeScale(chart.y, chart.height - kBottom, kTop)) {}

  std::string Render() {
    Print("<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">", chart_.width,
          chart_.height, EscapeMarkup(chart_.description));
    // A nested element clips what it contains without a name that would have to be unique in the page.
    const double width = chart_.width - kLeft - kRight, height = chart_.height - kTop - kBottom;
    Print("<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} {3}\">", kLeft, kTop,
          width, height);
    DrawHalfPlane();
    for (const ChartArea& area : chart_.areas) DrawArea(area);
    DrawGrid();
    for (const ChartCurve& curve : chart_.curves) DrawCurve(curve);
    Print("</svg>");
    Print("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", kLeft, kTop, width, height);
    DrawLabels();
    Print("</svg>\n");
    return std::move(out_);
  }

 private:
  template <class... Values>
  void Print(fmt::format_string<Values...> text, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), text, std::forward<Values>(values)...);
  }

  void DrawHalfPlane() {
    if (!chart_.marks_left_half || chart_.x.low >= 0) return;
    Print("<rect class=\"half-plane\" x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"/>", kLeft, kTop,
          x_(std::min(0.0, chart_.x.high)) - kLeft, chart_.height - kTop - kBottom);
  }

  void DrawGrid() {
    const double bottom = chart_.height - kBottom, right = chart_.width - kRight;
    for (const Tick& tick : TicksOf(chart_.x, 9)) {
      const bool zero = tick.value == 0 && !chart_.x.logarithmic;
      Print("<path class=\"{}\" d=\"M{:.1f} {}V{}\"/>", zero ? "axis" : "grid", x_(tick.value), kTop, bottom);
    }
    for (const Tick& tick : TicksOf(chart_.y, 9)) {
      const bool zero = tick.value == 0 && !chart_.y.logarithmic;
      Print("<path class=\"{}\" d=\"M{} {:.1f}H{}\"/>", zero ? "axis" : "grid", kLeft, y_(tick.value), right);
    }
  }

  void DrawLabels() {
    const double bottom = chart_.height - kBottom;
    for (const Tick& tick : TicksOf(chart_.x, 9))
      Print("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>", x_(tick.value), bottom + 17,
            tick.label);
    for (const Tick& tick : TicksOf(chart_.y, 9))
      Print("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", kLeft - 6, y_(tick.value) + 4,
            tick.label);
    Print("<text class=\"label\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
          (kLeft + chart_.width - kRight) / 2, chart_.height - 6, EscapeMarkup(chart_.x.label));
    Print(
        "<text class=\"label\" transform=\"translate(13 {:.1f}) rotate(-90)\" "
        "text-anchor=\"middle\">{}</text>",
        (kTop + bottom) / 2, EscapeMarkup(chart_.y.label));
  }

  void AppendPath(const std::vector<ChartPoint>& points, bool closed) {
    // Far outside of the frame all places are alike, and short numbers are better.
    const auto limit = [](double pixels) { return std::clamp(pixels, -3000.0, 3000.0); };
    bool down = false;
    for (const ChartPoint& point : points) {
      if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
        down = false;
        continue;
      }
      Print("{}{:.1f} {:.1f}", down ? 'L' : 'M', limit(x_(point.x)), limit(y_(point.y)));
      down = true;
    }
    if (closed && down) out_ += 'Z';
  }

  void DrawArea(const ChartArea& area) {
    Print("<path class=\"area\" style=\"--hue:{};opacity:{}\" d=\"", area.hue, area.opacity);
    if (area.outside) Print("M0 0H{}V{}H0Z", chart_.width, chart_.height);
    for (const std::vector<ChartPoint>& curve : area.curves) AppendPath(curve, true);
    Print("\"/>");
  }

  void DrawCurve(const ChartCurve& curve) {
    Print("<path class=\"curve{}{}\" style=\"--hue:{}\" d=\"", curve.dashed ? " dashed" : "",
          curve.neutral ? " neutral" : "", curve.hue);
    AppendPath(curve.points, curve.closed);
    Print("\"><title>{}</title></path>", EscapeMarkup(curve.name));
  }

  const Chart& chart_;
  Scale x_, y_;
  std::string out_;
};

}  // namespace

std::string RenderSvg(const Chart& chart) {
  return Drawing(chart).Render();
}

}  // namespace daedalus::results
