#include "daedalus/results/terminal_sketch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "daedalus/base/check.h"
#include "daedalus/results/dot_canvas.h"
#include "daedalus/results/terminal.h"
#include "daedalus/results/ticks.h"

namespace daedalus::results {
namespace {

struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void Include(const std::vector<double>& values) {
    for (const double value : values) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  bool empty() const { return !(low <= high); }
  // A constant gets some room, and an extent beyond the largest number is brought back.
  void Widen() {
    if (low == high) {
      const double room = low == 0 ? 1 : 0.5 * std::abs(low);
      low -= room;
      high += room;
    }
    constexpr double kLimit = std::numeric_limits<double>::max() / 4;
    low = std::max(low, -kLimit);
    high = std::min(high, kLimit);
  }
  // 0 .. count - 1
  int Place(double value, int count) const {
    const double fraction = std::clamp((value - low) / (high - low), 0.0, 1.0);
    return static_cast<int>(std::lround(fraction * (count - 1)));
  }
};

// The letter of a series on the canvas and in the legend.
char MarkOf(std::size_t series) {
  return static_cast<char>('a' + series % 26);
}

class Sketch {
 public:
  Sketch(const PlotSpec& spec, const SketchOptions& options) : spec_(spec), options_(options) {}

  std::string Render() {
    x_.Include(spec_.x);
    for (const PlotSeries& series : spec_.series) y_.Include(series.values);
    if (x_.empty() || y_.empty()) return {};
    x_.Widen();
    y_.Widen();
    rows_ = std::max(4, options_.rows);
    FindTicks();
    DotCanvas canvas(columns_, rows_, options_.unicode);
    for (std::size_t i = 0; i < spec_.series.size(); ++i) Draw(i, canvas);
    std::string out;
    AppendCanvas(canvas, out);
    AppendAxis(out);
    AppendLegend(out);
    return out;
  }

 private:
  bool HasMarks() const { return spec_.series.size() > 1; }

  // What the labels of the value axis and the marks at the right leave is for the canvas.
  void FindTicks() {
    y_ticks_ = RoundTicks(y_.low, y_.high, std::max(2, rows_ / 3));
    label_width_ = 1;
    for (const double tick : y_ticks_.values) {
      label_width_ = std::max(label_width_, FormatTick(tick, y_ticks_.step).size());
    }
    columns_ = std::max(16, options_.columns - static_cast<int>(label_width_) - 2 - (HasMarks() ? 2 : 0));
  }

  void Draw(std::size_t index, DotCanvas& canvas) {
    const std::vector<double>& values = spec_.series[index].values;
    DAEDALUS_CHECK(values.size() == spec_.x.size(), "a series has one value for each point");
    std::optional<std::pair<int, int>> previous;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i]) || !std::isfinite(spec_.x[i])) {
        previous.reset();
        continue;
      }
      const std::pair<int, int> here = {x_.Place(spec_.x[i], canvas.width()),
                                        canvas.height() - 1 - y_.Place(values[i], canvas.height())};
      const auto [x, y] = previous.value_or(here);
      if (spec_.series[index].is_held) {
        canvas.Line(x, y, here.first, y, static_cast<int>(index));
        canvas.Line(here.first, y, here.first, here.second, static_cast<int>(index));
      } else {
        canvas.Line(x, y, here.first, here.second, static_cast<int>(index));
      }
      previous = here;
    }
  }

  int RowOf(double value) const { return rows_ - 1 - y_.Place(value, rows_); }

  // Which series is marked at the right of each row: at its last value, or the nearest free row.
  std::vector<int> PlaceMarks() const {
    std::vector<int> marks(static_cast<std::size_t>(rows_), DotCanvas::kNobody);
    if (!HasMarks()) return marks;
    for (std::size_t i = 0; i < spec_.series.size(); ++i) {
      const std::vector<double>& values = spec_.series[i].values;
      const auto last =
          std::find_if(values.rbegin(), values.rend(), [](double v) { return std::isfinite(v); });
      if (last == values.rend()) continue;
      const int wanted = RowOf(*last);
      for (int distance = 0; distance < 2 * rows_; ++distance) {
        const int row = wanted + (distance % 2 == 0 ? distance / 2 : -(distance + 1) / 2);
        if (row < 0 || row >= rows_ || marks[static_cast<std::size_t>(row)] != DotCanvas::kNobody) continue;
        marks[static_cast<std::size_t>(row)] = static_cast<int>(i);
        break;
      }
    }
    return marks;
  }

  void AppendCanvas(const DotCanvas& canvas, std::string& out) const {
    std::vector<std::string> labels(static_cast<std::size_t>(rows_));
    for (const double tick : y_ticks_.values) {
      labels[static_cast<std::size_t>(RowOf(tick))] = FormatTick(tick, y_ticks_.step);
    }
    const std::vector<int> marks = PlaceMarks();
    for (int row = 0; row < rows_; ++row) {
      const std::string& label = labels[static_cast<std::size_t>(row)];
      std::string line = fmt::format("{:>{}} ", label, label_width_);
      line += options_.unicode ? (label.empty() ? "│" : "┤") : (label.empty() ? "|" : "+");
      AppendCells(canvas, row, line);
      const int mark = marks[static_cast<std::size_t>(row)];
      if (mark != DotCanvas::kNobody) {
        line += ' ';
        AppendColored(mark, std::string(1, MarkOf(static_cast<std::size_t>(mark))), line);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + '\n';
    }
  }

  // Neighbours of one series share their color sequence.
  void AppendCells(const DotCanvas& canvas, int row, std::string& out) const {
    for (int column = 0; column < columns_;) {
      const int owner = canvas.OwnerAt(column, row);
      std::string cells;
      for (; column < columns_ && canvas.OwnerAt(column, row) == owner; ++column) {
        cells += owner == DotCanvas::kNobody ? " "
                 : options_.unicode
                     ? canvas.BrailleAt(column, row)
                     : std::string(1, HasMarks() ? MarkOf(static_cast<std::size_t>(owner)) : '*');
      }
      if (owner == DotCanvas::kNobody) {
        out += cells;
      } else {
        AppendColored(owner, cells, out);
      }
    }
  }

  void AppendColored(int series, const std::string& text, std::string& out) const {
    constexpr std::array kColors = {34, 31, 32, 33, 35, 36};  // blue, red, green, yellow, magenta, cyan
    if (!options_.color) {
      out += text;
      return;
    }
    const int color = kColors[static_cast<std::size_t>(series) % kColors.size()];
    out += fmt::format("\x1b[{}m{}\x1b[0m", color, text);
  }

  // The line with the tick marks, and the line with their labels and the name of the axis.
  void AppendAxis(std::string& out) const {
    const Ticks ticks = RoundTicks(x_.low, x_.high, std::max(2, columns_ / 10));
    std::vector<bool> marked(static_cast<std::size_t>(columns_), false);
    std::string labels(static_cast<std::size_t>(columns_) + (HasMarks() ? 2 : 0), ' ');
    std::size_t free_from = 0;
    for (const double tick : ticks.values) {
      const auto place = static_cast<std::size_t>(x_.Place(tick, columns_));
      const std::string label = FormatTick(tick, ticks.step);
      marked[place] = true;
      const std::size_t centered = place - std::min(place, label.size() / 2);
      if (label.size() > labels.size()) continue;
      const std::size_t begin = std::min(centered, labels.size() - label.size());
      if (begin < free_from) continue;
      labels.replace(begin, label.size(), label);
      free_from = begin + label.size() + 1;
    }
    InsertInLastGap(WithUnit(spec_.x_label, spec_.x_unit), labels);
    const std::string indent(label_width_ + 1, ' ');
    out += indent + (options_.unicode ? "└" : "+");
    for (const bool tick : marked) out += options_.unicode ? (tick ? "┬" : "─") : (tick ? "+" : "-");
    out += '\n' + indent + ' ' + labels.substr(0, labels.find_last_not_of(' ') + 1) + '\n';
  }

  // Between the rightmost two labels that leave room for it, or nowhere.
  static void InsertInLastGap(const std::string& name, std::string& labels) {
    for (std::size_t end = labels.size(); end > 0;) {
      const std::size_t last = labels.find_last_not_of(' ', end - 1);
      const std::size_t begin = last == std::string::npos ? 0 : last + 1;
      if (end - begin >= name.size() + 2) {
        labels.replace(begin + (end - begin - name.size()) / 2, name.size(), name);
        return;
      }
      if (begin == 0) return;
      end = begin - 1;
      while (end > 0 && labels[end - 1] != ' ') --end;
    }
  }

  void AppendLegend(std::string& out) const {
    const std::string indent(label_width_ + 2, ' ');
    for (std::size_t i = 0; i < spec_.series.size(); ++i) {
      const PlotSeries& series = spec_.series[i];
      out += indent;
      if (HasMarks()) {
        AppendColored(static_cast<int>(i), std::string(1, MarkOf(i)), out);
        out += "  ";
      }
      AppendColored(static_cast<int>(i), WithUnit(series.name, series.unit), out);
      if (!series.description.empty()) out += "  " + series.description;
      out += '\n';
    }
  }

  static std::string WithUnit(const std::string& name, const std::string& unit) {
    return unit.empty() ? name : name + " [" + unit + "]";
  }

  const PlotSpec& spec_;
  const SketchOptions& options_;
  Extent x_, y_;
  Ticks y_ticks_;
  std::size_t label_width_ = 1;
  int columns_ = 0;  // of the canvas
  int rows_ = 0;
};

}  // namespace

SketchOptions DetectSketchOptions() {
  constexpr int kWidest = 100;
  SketchOptions options;
  options.unicode = LocaleIsUtf8();
  options.color = IsCapableTerminal(STDOUT_FILENO) && std::getenv("NO_COLOR") == nullptr;
  options.columns = std::min(kWidest, TerminalColumns(STDOUT_FILENO, options.columns));
  return options;
}

std::string RenderSketch(const PlotSpec& spec, const SketchOptions& options) {
  return Sketch(spec, options).Render();
}

}  // namespace daedalus::results
