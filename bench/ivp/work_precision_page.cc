#include "ivp/work_precision_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace daedalus::bench {
namespace {

constexpr double kWidth = 460, kHeight = 320, kLeft = 46, kRight = 12, kTop = 12, kBottom = 36;
// Hues of our methods; the peers are grey, told apart by their dashes.
constexpr const char* kColors[] = {"#2f7ed8", "#d9482b", "#1a9e60", "#9b51c9", "#d98b0b",
                                   "#0aa2b8", "#c2427e", "#7a8b1d", "#6a5acd", "#a0522d"};
constexpr const char* kDashes[] = {"6 3", "2 3", "9 3 2 3", "1 4", "12 4"};

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ground: #fff; --ink: #1c1f24; --soft: #667; --line: #d8dce2; --peer: #555b66; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171c; --ink: #e6e8ec; --soft: #9aa3b0; --line: #303640; --peer: #b5bcc8; }
}
body { background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem;
       padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: 0; } h2 { font-size: 1.05rem; margin: 0 0 .3rem; }
p, figcaption { color: var(--soft); } figure { margin: 0; } .grid { display: grid; gap: 1.5rem;
grid-template-columns: repeat(auto-fill, minmax(28rem, 1fr)); }
svg { width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 11px; } .axis { stroke: var(--line); }
.peer { stroke: var(--peer); } .peer-dot { fill: var(--peer); }
.key { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: 1rem 0; font-size: .85rem; }
.key svg { width: 34px; height: 10px; margin-right: .4rem; vertical-align: middle; }
table { border-collapse: collapse; margin: 1rem 0; } td, th { padding: .15rem .8rem .15rem 0; text-align: right; }
td:first-child, th:first-child { text-align: left; } th { color: var(--soft); font-weight: 500; }
)";

// One look for each method, the same in all diagrams.
struct Look {
  std::string stroke;  // attributes of its line
  std::string fill;    // attributes of its dots
};

std::map<std::string, Look> LooksOf(std::span<const Run> runs) {
  std::map<std::string, Look> looks;
  std::size_t num_ours = 0, num_peers = 0;
  for (const Run& run : runs) {
    if (looks.contains(run.method)) continue;
    if (run.peer) {
      const char* dash = kDashes[num_peers++ % std::size(kDashes)];
      looks[run.method] = {fmt::format("class='peer' stroke-dasharray='{}'", dash), "class='peer-dot'"};
    } else {
      const char* color = kColors[num_ours++ % std::size(kColors)];
      looks[run.method] = {fmt::format("stroke='{}'", color), fmt::format("fill='{}'", color)};
    }
  }
  return looks;
}

// Time from left to right (logarithmic), digits upwards.
struct Frame {
  double low = 1e-6, high = 1, high_digits = 1;

  explicit Frame(std::span<const Run> runs) {
    double least = INFINITY, most = 0;
    for (const Run& run : runs) {
      if (!run.ok) continue;
      least = std::min(least, run.seconds);
      most = std::max(most, run.seconds);
      high_digits = std::max(high_digits, std::ceil(run.digits));
    }
    if (most <= 0) return;
    low = least / 1.3;
    high = most * 1.3;
  }
  double X(double seconds) const {
    return kLeft + (kWidth - kLeft - kRight) * std::log(seconds / low) / std::log(high / low);
  }
  double Y(double digits) const {
    return kHeight - kBottom - (kHeight - kTop - kBottom) * std::max(digits, 0.0) / high_digits;
  }
};

// "20 us".
std::string TimeLabel(double seconds) {
  if (seconds < 0.99e-3) return fmt::format("{:.3g} us", 1e6 * seconds);
  if (seconds < 0.99) return fmt::format("{:.3g} ms", 1e3 * seconds);
  return fmt::format("{:.3g} s", seconds);
}

// 1, 2 and 5 times the powers of ten inside the frame; over many decades the powers alone.
std::vector<double> TimeTicks(const Frame& frame) {
  const bool many = frame.high > 300 * frame.low;
  std::vector<double> ticks;
  for (double power = std::pow(10, std::floor(std::log10(frame.low))); power <= frame.high; power *= 10) {
    for (const int factor : {1, 2, 5}) {
      const double tick = factor * power;
      if ((factor == 1 || !many) && tick >= frame.low && tick <= frame.high) ticks.push_back(tick);
    }
  }
  return ticks;
}

std::string Axes(const Frame& frame) {
  std::string svg;
  for (const double tick : TimeTicks(frame)) {
    const double x = frame.X(tick);
    svg += fmt::format("<line class='axis' x1='{0:.1f}' x2='{0:.1f}' y1='{1}' y2='{2}'/>", x, kTop,
                       kHeight - kBottom);
    svg += fmt::format("<text x='{:.1f}' y='{}' text-anchor='middle'>{}</text>", x, kHeight - kBottom + 15,
                       TimeLabel(tick));
  }
  for (int digits = 0; digits <= frame.high_digits; digits += 2) {
    const double y = frame.Y(digits);
    svg += fmt::format("<line class='axis' x1='{1}' x2='{2}' y1='{0:.1f}' y2='{0:.1f}'/>", y, kLeft,
                       kWidth - kRight);
    svg += fmt::format("<text x='{}' y='{:.1f}' text-anchor='end'>{}</text>", kLeft - 6, y + 4, digits);
  }
  svg += fmt::format("<text transform='translate(12 {}) rotate(-90)' text-anchor='end'>correct digits</text>",
                     kTop);
  return svg;
}

std::string Line(std::span<const Run> runs, const Frame& frame, const Look& look, const std::string& method) {
  std::string points, dots;
  for (const Run& run : runs) {
    if (!run.ok) continue;
    const double x = frame.X(run.seconds), y = frame.Y(run.digits);
    points += fmt::format("{:.1f},{:.1f} ", x, y);
    dots += fmt::format(
        "<circle cx='{:.1f}' cy='{:.1f}' r='2.6' {}><title>{}, rtol {:.1e}: {:.2f} digits, {:.3g} ms, "
        "{} steps</title></circle>",
        x, y, look.fill, method, run.relative, run.digits, 1e3 * run.seconds, run.steps);
  }
  return fmt::format("<polyline fill='none' stroke-width='1.6' {} points='{}'/>{}", look.stroke, points,
                     dots);
}

std::string Diagram(std::span<const Run> runs, const std::map<std::string, Look>& looks) {
  const Frame frame(runs);
  std::map<std::string, std::vector<Run>> lines;  // by method
  for (const Run& run : runs) lines[run.method].push_back(run);
  std::string svg = fmt::format("<svg viewBox='0 0 {} {}' role='img'>{}", kWidth, kHeight, Axes(frame));
  for (const auto& [method, line] : lines) svg += Line(line, frame, looks.at(method), method);
  return svg + "</svg>";
}

// One diagram for each form of the problem.
std::string Figures(const Comparison& comparison, std::span<const Run> all,
                    const std::map<std::string, Look>& looks) {
  std::map<std::string, std::vector<Run>> forms;
  for (const Run& run : all) {
    if (run.problem == comparison.problem) forms[run.form].push_back(run);
  }
  const std::string ratio = comparison.ratio
                                ? fmt::format("ours take {:.2f} of the best peer's time", *comparison.ratio)
                                : std::string("no peer to compare with");
  std::string html;
  for (const auto& [form, runs] : forms) {
    html += fmt::format("<figure><h2>{}</h2>{}<figcaption>{}{}</figcaption></figure>", form,
                        Diagram(runs, looks), forms.size() > 1 ? "over all forms " : "", ratio);
  }
  return html;
}

std::string Key(const std::map<std::string, Look>& looks) {
  std::string html = "<div class='key'>";
  for (const auto& [method, look] : looks) {
    html += fmt::format(
        "<span><svg viewBox='0 0 34 10'><line x1='0' x2='34' y1='5' y2='5' stroke-width='2' "
        "{}/></svg>{}</span>",
        look.stroke, method);
  }
  return html + "</div>";
}

std::string RatioTable(const PageContent& content) {
  std::string html =
      "<table><tr><th>problem<th>ours / best peer<th>digits compared<th>fastest of ours<th>fastest peer";
  for (const Comparison& comparison : content.comparisons) {
    if (!comparison.ratio) {
      html += fmt::format("<tr><td>{}<td>no peer to compare with", comparison.problem);
      continue;
    }
    const auto common = [](const Comparison::Level& level) {
      return level.our_seconds && level.peer_seconds;
    };
    const auto first = std::ranges::find_if(comparison.levels, common);
    const auto last = std::ranges::find_if(comparison.levels.rbegin(), comparison.levels.rend(), common);
    html += fmt::format("<tr><td>{}<td>{:.2f}<td>{} to {}<td>{}<td>{}", comparison.problem, *comparison.ratio,
                        first->digits, last->digits, last->our_method, last->peer_method);
  }
  return html + fmt::format("<tr><th>geometric mean<th>{:.2f}</table>", content.summary.geometric_mean);
}

}  // namespace

std::string WorkPrecisionPage(const PageContent& content) {
  const auto looks = LooksOf(content.runs);
  std::string html = fmt::format(
      "<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' "
      "content='width=device-width'>"
      "<title>Work and precision</title><style>{}</style><h1>Work and precision</h1><p>{}</p>{}",
      kStyle, content.subtitle, Key(looks));
  html += "<div class='grid'>";
  for (const Comparison& comparison : content.comparisons) html += Figures(comparison, content.runs, looks);
  return html + "</div>" + RatioTable(content) + "</html>\n";
}

}  // namespace daedalus::bench
