// The figures of a method's page: Cellier & Kofman (2006), Figures 8.5, 8.6 and 8.19 to 8.24, for any method.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/integrate/theory/stability_domain.h"
#include "daedalus/products/analyze/describe_method.h"

namespace daedalus::analyze {
namespace {

using integrate::AnalyzedFormula;
using integrate::theory::PlaneWindow;
using integrate::theory::StabilityDomain;
using results::Chart;
using results::ChartPoint;

constexpr int kMainHue = 260, kEstimatorHue = 45;

// A colour for each formula: two that contrast, or a walk around the circle for a family.
std::vector<int> HuesOf(const AnalyzedFormulas& formulas) {
  std::vector<int> out;
  const bool family = std::ranges::count(formulas, false, &AnalyzedFormula::estimates_error) > 1;
  const int step = family ? 300 / static_cast<int>(formulas.size()) : 0;
  for (const AnalyzedFormula& formula : formulas) {
    const int index = static_cast<int>(out.size());
    out.push_back(formula.estimates_error ? kEstimatorHue : (kMainHue + index * step) % 360);
  }
  return out;
}

Chart EmptyPlane(const PlaneWindow& window, std::string description) {
  Chart out;
  out.description = std::move(description);
  out.height = 628;  // with the margins of the labels the plane is a square
  out.x = {window.center - window.half_width, window.center + window.half_width, false, "Re hλ"};
  out.y = {-window.half_width, window.half_width, false, "Im hλ"};
  out.marks_left_half = true;
  return out;
}

void DrawDomain(const StabilityDomain& domain, const AnalyzedFormula& formula, int hue, double opacity,
                Chart& chart) {
  // Areas that overlap have one colour, which then deepens; mixed colours would be grey.
  results::ChartArea area{{}, domain.stable_outside, opacity < 1 ? kMainHue : hue, opacity};
  for (const auto& boundary : domain.boundary) {
    std::vector<ChartPoint> points;
    for (const auto z : boundary) points.push_back({z.real(), z.imag()});
    area.curves.push_back(points);
    chart.curves.push_back({formula.name, std::move(points), hue, formula.estimates_error, true});
  }
  if (opacity > 0) chart.areas.push_back(std::move(area));
}

// Traced somewhat beyond the edges, so that the edge itself is not seen as a boundary.
StabilityDomain Trace(const AnalyzedFormula& formula, PlaneWindow window) {
  window.half_width *= 1.04;
  return TraceStabilityDomain(formula.amplification, window);
}

void DrawDomains(const AnalyzedFormulas& formulas, const std::vector<int>& hues, results::MethodPage& page) {
  std::vector<PlaneWindow> windows;
  for (const AnalyzedFormula& formula : formulas) windows.push_back(FindWindow(formula.amplification));
  PlaneWindow all = windows[0];
  for (const PlaneWindow& window : windows) all = Enclose(all, window);
  page.all_domains = EmptyPlane(all, "Stability domains of all formulas");
  const auto num_propagated = std::ranges::count(formulas, false, &AnalyzedFormula::estimates_error);
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const AnalyzedFormula& formula = formulas[i];
    StabilityDomain domain = Trace(formula, windows[i]);
    results::PageView view{formula.name, hues[i], formula.estimates_error,
                           EmptyPlane(windows[i], "Stability domain of " + formula.name)};
    DrawDomain(domain, formula, hues[i], 1, view.domain);
    page.views.push_back(std::move(view));
    if (domain.leaves_window) domain = Trace(formula, all);
    const double opacity = formula.estimates_error ? 0 : 1.0 / static_cast<double>(num_propagated);
    DrawDomain(domain, formula, hues[i], opacity, page.all_domains);
  }
  page.domain_about =
      "Coloured: the values of hλ for which the solution of x' = λx does not grow. Somewhat darker: the left "
      "half plane, where "
      "the true solution does not grow either.";
}

struct DampingRange {
  std::vector<double> x;
  bool logarithmic = false;
  double highest = 0;  // of the chart, or more where a curve ends higher
};

Chart DrawDamping(const AnalyzedFormulas& formulas, const std::vector<int>& hues, const DampingRange& range) {
  constexpr double kDeepest = -5;  // what grows faster is cut off
  Chart out;
  out.description = "Damping over minus sigma h";
  out.height = 330;
  out.x = {range.x.front(), range.x.back(), range.logarithmic, "-σh"};
  out.y = {0, range.highest, false, "damping"};
  results::ChartCurve exact{"exact", {}, 0, true, false, true};
  for (const double x : range.x) exact.points.push_back({x, x});
  out.curves.push_back(std::move(exact));
  double lowest = 0;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    results::ChartCurve curve{formulas[i].name, {}, hues[i], formulas[i].estimates_error};
    const std::vector<double> damping = DampingAt(formulas[i].amplification, range.x);
    for (std::size_t k = 0; k < damping.size(); ++k) {
      curve.points.push_back({range.x[k], damping[k]});
      lowest = std::min(lowest, damping[k]);
    }
    out.y.high = std::max(out.y.high, 1.15 * damping.back());
    out.curves.push_back(std::move(curve));
  }
  out.y.low = lowest < -0.1 ? kDeepest : 0;
  return out;
}

DampingRange NearRange() {
  constexpr int kPoints = 400;
  constexpr double kEnd = 12, kHighest = 8;
  DampingRange out{{}, false, kHighest};
  for (int i = 0; i <= kPoints; ++i) out.x.push_back(kEnd * i / kPoints);
  return out;
}

DampingRange FarRange() {
  constexpr int kPoints = 350;
  constexpr double kFirst = -1, kDecades = 7, kHighest = 5;
  DampingRange out{{}, true, kHighest};
  for (int i = 0; i <= kPoints; ++i) out.x.push_back(std::pow(10, kFirst + kDecades * i / kPoints));
  return out;
}

// The damping -ln(growth) for -sigma h -> infinity, in words.
std::string FarDamping(double growth) {
  if (growth == 0) return "grows without bound";
  if (!std::isfinite(growth)) return "falls without bound: fast modes grow";
  if (std::abs(growth - 1) < 1e-12) return "approaches 0: the fastest modes stay as they are";
  return fmt::format("approaches {:.3g}{}", -std::log(growth), growth > 1 ? ": fast modes grow" : "");
}

// Formulas that share their fate share a sentence.
std::string DescribeFarDamping(const AnalyzedFormulas& formulas) {
  std::vector<std::string> fates;
  std::vector<std::vector<std::string_view>> names;
  for (const AnalyzedFormula& formula : formulas) {
    const std::string fate = FarDamping(formula.stability.growth_at_infinity);
    const auto known = static_cast<std::size_t>(std::ranges::find(fates, fate) - fates.begin());
    if (known == fates.size()) {
      fates.push_back(fate);
      names.emplace_back();
    }
    names[known].push_back(formula.name);
  }
  std::string out;
  for (std::size_t i = 0; i < fates.size(); ++i)
    out += fmt::format("{}The damping of {} {}.", i == 0 ? "" : " ", fmt::join(names[i], ", "), fates[i]);
  return out;
}

}  // namespace

void DrawMethod(const AnalyzedFormulas& formulas, results::MethodPage& page) {
  const std::vector<int> hues = HuesOf(formulas);
  DrawDomains(formulas, hues, page);
  page.figures.push_back(
      {"Damping",
       "How much of a mode with the real eigenvalue σ < 0 a step removes: -ln of its factor. Dashed: "
       "exactly, -σh. Below zero the mode grows.",
       DrawDamping(formulas, hues, NearRange())});
  page.figures.push_back(
      {"Damping far out", DescribeFarDamping(formulas), DrawDamping(formulas, hues, FarRange())});
}

}  // namespace daedalus::analyze
