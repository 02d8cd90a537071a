#include "daedalus/products/analyze/describe_method.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/products/analyze/format_fraction.h"

namespace daedalus::analyze {
namespace {

using integrate::AnalyzedFormula;
using integrate::theory::MultistepFormula;
using integrate::theory::StepWeights;
using integrate::theory::Tableau;
using integrate::theory::TwoStepFormula;
using results::PageTable;

std::string YesNo(bool value) {
  return value ? "yes" : "no";
}

std::string Number(double value) {
  return std::isinf(value) ? "infinite" : fmt::format("{:.5g}", value);
}

// What was left of a subtraction has lost some digits.
std::string Constant(double value) {
  const std::string fraction =
      FormatFraction(value, {.relative_tolerance = 1e-13, .max_denominator = 100000});
  return fraction.find('.') == std::string::npos ? fraction : fmt::format("{:.5g}", value);
}

std::string Degrees(double angle) {
  return angle == 0 ? "-" : angle == 90 ? "90" : fmt::format("{:.2f}", angle);
}

std::string StagesOf(const AnalyzedFormula& formula) {
  return formula.num_stages == 0 ? "-" : std::to_string(formula.num_stages);
}

bool IsMultistep(const AnalyzedFormula& formula) {
  return std::holds_alternative<MultistepFormula>(formula.coefficients);
}

PageTable PropertiesOf(const AnalyzedFormulas& formulas) {
  PageTable out;
  out.title = "Properties";
  out.head = {"formula",   "order",       IsMultistep(formulas[0]) ? "steps" : "stages",
              "A-stable",  "L-stable",    "angle",
              "real axis", "at infinity", "error constant"};
  for (const AnalyzedFormula& formula : formulas) {
    const auto& is = formula.stability;
    out.rows.push_back({formula.name, std::to_string(formula.order), StagesOf(formula), YesNo(is.a_stable),
                        YesNo(is.l_stable), Degrees(is.angle), Number(is.real_limit),
                        Number(is.growth_at_infinity), Constant(formula.error_constant)});
  }
  return out;
}

std::vector<std::string> Row(std::string first, const std::vector<double>& values) {
  std::vector<std::string> out = {std::move(first)};
  for (const double value : values) out.push_back(FormatFraction(value));
  return out;
}

PageTable TableauTable(const Tableau& tableau) {
  PageTable out;
  out.title = "Butcher tableau of " + tableau.name;
  out.about = "Nodes c on the left, coefficients a, and below the line the weights b of the solution.";
  const std::size_t s = tableau.b.size();
  for (std::size_t i = 0; i < s; ++i) {
    const auto begin = tableau.a.begin() + static_cast<std::ptrdiff_t>(i * s);
    out.rows.push_back(Row(FormatFraction(tableau.c[i]), {begin, begin + static_cast<std::ptrdiff_t>(s)}));
  }
  out.rows.push_back(Row("b", tableau.b));
  out.num_last_rows = 1;
  if (!tableau.b_hat.empty()) {
    out.rows.push_back(Row("b^", tableau.b_hat));
    out.about += " The weights b^ are those of the error estimate.";
    out.num_last_rows = 2;
  }
  return out;
}

PageTable TwoStepTable(const TwoStepFormula& formula) {
  PageTable out;
  out.title = "Coefficients of the " + formula.name;
  out.about =
      "A second value at the end of two steps of equal length, from the beginning x, the stages X and their "
      "derivatives X' in both; the difference from the solution estimates the error.";
  const std::size_t s = formula.method.b.size();
  out.head = {"step", "x"};
  for (std::size_t i = 1; i <= s; ++i) out.head.push_back(fmt::format("X{}", i));
  for (std::size_t i = 1; i <= s; ++i) out.head.push_back(fmt::format("h X{}'", i));
  const auto add = [&](std::string name, const StepWeights& weights) {
    std::vector<double> values = {weights.start};
    for (const std::vector<double>* part : {&weights.values, &weights.derivatives}) {
      std::vector<double> padded = *part;
      padded.resize(s, 0);
      values.insert(values.end(), padded.begin(), padded.end());
    }
    out.rows.push_back(Row(std::move(name), values));
  };
  add("previous", formula.previous);
  add("current", formula.current);
  return out;
}

// One row for each order: the alpha of formulas that use the newest derivative only, the beta of the others.
PageTable MultistepTable(const AnalyzedFormulas& formulas) {
  const auto& highest = std::get<MultistepFormula>(formulas.back().coefficients);
  const bool differentiates = std::ranges::count(highest.beta, 0.0) + 1 == std::ssize(highest.beta);
  PageTable out;
  out.title = "Coefficients";
  out.about = differentiates ? "h x'(n+1) = sum of alpha_j x(n+1-j), for constant steps."
                             : "x(n+1) - x(n) = h times the sum of beta_j x'(n+1-j), for constant steps.";
  out.head = {"formula"};
  for (std::size_t j = 0; j < highest.alpha.size(); ++j)
    out.head.push_back(fmt::format("{}_{}", differentiates ? "alpha" : "beta", j));
  for (const AnalyzedFormula& formula : formulas) {
    const auto& multistep = std::get<MultistepFormula>(formula.coefficients);
    out.rows.push_back(Row(formula.name, differentiates ? multistep.alpha : multistep.beta));
  }
  return out;
}

void AppendCoefficients(const AnalyzedFormulas& formulas, std::vector<PageTable>& tables) {
  if (IsMultistep(formulas[0])) {
    tables.push_back(MultistepTable(formulas));
    return;
  }
  for (const AnalyzedFormula& formula : formulas) {
    if (const auto* tableau = std::get_if<Tableau>(&formula.coefficients))
      tables.push_back(TableauTable(*tableau));
    if (const auto* two_step = std::get_if<TwoStepFormula>(&formula.coefficients))
      tables.push_back(TwoStepTable(*two_step));
  }
}

// Of the formulas that are propagated: how far up from the lowest order does a property hold?
std::string UpTo(const std::vector<const AnalyzedFormula*>& family,
                 bool integrate::theory::StabilityProperties::* property) {
  const auto count = std::ranges::count_if(family, [&](const auto* f) { return f->stability.*property; });
  if (count == 0) return "no";
  if (count == std::ssize(family)) return "yes";
  return fmt::format("to order {}", family[static_cast<std::size_t>(count) - 1]->order);
}

std::vector<results::PageFact> FactsOf(const AnalyzedFormulas& formulas) {
  using integrate::theory::StabilityProperties;
  std::vector<const AnalyzedFormula*> family;
  for (const AnalyzedFormula& formula : formulas) {
    if (!formula.estimates_error) family.push_back(&formula);
  }
  const AnalyzedFormula &first = *family.front(), &last = *family.back();
  const bool one = family.size() == 1;
  const auto range = [&](const std::string& low, const std::string& high) {
    return one || low == high ? low : low + " to " + high;
  };
  std::vector<results::PageFact> out = {
      {"order", range(std::to_string(first.order), std::to_string(last.order)),
       "on ordinary differential equations"},
      {IsMultistep(first) ? "steps" : "stages", range(StagesOf(first), StagesOf(last)), ""},
      {"A-stable", UpTo(family, &StabilityProperties::a_stable), "in the whole left half plane"},
      {"L-stable", UpTo(family, &StabilityProperties::l_stable), "and infinite damping at infinity"},
  };
  if (last.stability.angle > 0) {
    out.push_back({"angle of stability", range(Degrees(first.stability.angle), Degrees(last.stability.angle)),
                   "degrees around the negative real axis"});
  } else {
    out.push_back({"stable on the real axis", fmt::format("to -{:.4g}", last.stability.real_limit),
                   one ? "for hλ" : fmt::format("for hλ, at order {}", last.order)});
  }
  if (const auto* tableau = std::get_if<Tableau>(&first.coefficients); tableau && one)
    out.push_back({"stage order", std::to_string(tableau->stage_order), "what is left on stiff problems"});
  out.push_back({"error constant", range(Constant(first.error_constant), Constant(last.error_constant)), ""});
  return out;
}

}  // namespace

results::MethodPage DescribeMethod(const integrate::MethodInfo& method, const AnalyzedFormulas& formulas) {
  results::MethodPage out;
  out.title = method.name;
  out.subtitle = fmt::format("{}, {}{}", method.description, method.family,
                             method.available || method.needs_equations ? "" : ", planned");
  if (formulas.empty()) {
    out.notes = {"It has no formula of its own to analyse."};
    return out;
  }
  out.facts = FactsOf(formulas);
  out.tables.push_back(PropertiesOf(formulas));
  AppendCoefficients(formulas, out.tables);
  out.notes = {
      "angle: stable for all h lambda within so many degrees of the negative real axis; real axis: stable "
      "for h lambda "
      "down to minus this",
      "at infinity: factor of a step for h lambda towards infinity",
      "error constant C: in a step of x' = lambda x the computed solution exceeds the true one by C (h "
      "lambda)^(order+1)"};
  if (method.name == "bi2") {
    out.notes.push_back(
        "a step is half a step of forward Euler and half a step of backward Euler, together the trapezoidal "
        "rule");
  }
  for (const AnalyzedFormula& formula : formulas) {
    if (formula.linear_order == formula.order) continue;
    out.notes.push_back(fmt::format("{}: order {} on linear problems, to which the error constant belongs",
                                    formula.name, formula.linear_order));
  }
  for (const AnalyzedFormula& formula : formulas) {
    const std::string source(formula.source);
    if (std::ranges::find(out.references, source) == out.references.end()) out.references.push_back(source);
  }
  return out;
}

}  // namespace daedalus::analyze
