#include "daedalus/numerics/integrate/theory/two_step_formula.h"

#include "daedalus/base/check.h"

namespace daedalus::integrate::theory {
namespace {

Polynomial AddAll(const std::vector<Polynomial>& terms) {
  Polynomial sum;
  for (const Polynomial& term : terms) sum = Add(sum, term);
  return sum;
}

// The terms of one step, as numerators over Q^2: that of its beginning is `start`, those of its stages are
// N_i `factor`.
void AppendTerms(const StepWeights& weights, const StagePolynomials& step, const Polynomial& start,
                 const Polynomial& factor, std::vector<Polynomial>& terms) {
  terms.push_back(Scale(start, weights.start));
  for (std::size_t i = 0; i < step.stages.size(); ++i) {
    const Polynomial stage = Multiply(step.stages[i], factor);
    if (!weights.values.empty()) terms.push_back(Scale(stage, weights.values[i]));
    if (!weights.derivatives.empty()) terms.push_back(Shift(Scale(stage, weights.derivatives[i])));
  }
}

TwoStepFormula Radau3Based(std::string name, int order, std::string_view source, StepWeights previous,
                           StepWeights current) {
  return {std::move(name), order, RadauIIATableau(2), std::move(previous), std::move(current), source};
}

}  // namespace

StabilityFunction StabilityFunctionOf(const TwoStepFormula& formula) {
  const StagePolynomials step = ExpandStages(formula.method);
  const Polynomial& q = step.denominator;
  std::vector<Polynomial> terms, sizes;
  AppendTerms(formula.previous, step, Multiply(q, q), q, terms);
  AppendTerms(formula.current, step, Multiply(step.end, q), step.end, terms);
  for (const Polynomial& term : terms) sizes.push_back(Sizes(term));
  return {Clean(AddAll(terms), AddAll(sizes)), Multiply(q, q), 2};
}

TwoStepFormula Radau3Formula(int number) {
  DAEDALUS_CHECK(number >= 1 && number <= 3, "(8.97) has three formulas");
  constexpr std::string_view kSource = "Cellier & Kofman (2006), (8.97)";
  const std::string name = "(8.97), formula " + std::to_string(number);
  if (number == 1) {
    return Radau3Based(name, 2, kSource, {.start = -25.0 / 279, .values = {6.0 / 31, 0}},
                       {.start = 250.0 / 279, .derivatives = {25.0 / 31, 65.0 / 279}});
  }
  if (number == 2) {
    return Radau3Based(name, 2, kSource, {.start = -1.0 / 36},
                       {.start = 16.0 / 9, .values = {-3.0 / 4, 0}, .derivatives = {1, 2.0 / 9}});
  }
  return Radau3Based(name, 2, kSource, {.values = {-2.0 / 23, 0}},
                     {.start = 50.0 / 23, .values = {-25.0 / 23, 0}, .derivatives = {25.0 / 23, 5.0 / 23}});
}

TwoStepFormula UnstableRadau3Formula() {
  return Radau3Based("(8.103)", 4, "Cellier & Kofman (2006), (8.103)", {.start = 1, .values = {-2, 0}},
                     {.values = {2, 0}, .derivatives = {-1.0 / 2, 1.0 / 2}});
}

TwoStepFormula BlendedRadau3Formula() {
  return Radau3Based("error formula (8.105)", 3, "Cellier & Kofman (2006), (8.105)",
                     {.start = -1.0 / 13, .values = {2.0 / 13, 0}},
                     {.start = 14.0 / 13, .values = {-2.0 / 13, 0}, .derivatives = {11.0 / 13, 3.0 / 13}});
}

TwoStepFormula BlendedRadau5Formula() {
  return {"error formula (8.108)",
          5,
          RadauIIATableau(3),
          {.start = -0.00517140382204,
           .values = {0, -0.04060469717694, 0},
           .derivatives = {-0.00094714677404, -0.01364429384901, 0}},
          {.start = 1.41786808325433,
           .values = {-0.17475783086782, -0.19733415138754, 0},
           .derivatives = {0.48299282769491, 0.55942205973218, 0.10695524944855}},
          "Cellier & Kofman (2006), (8.108), (8.109)"};
}

TwoStepFormula BlendedLobatto4Formula() {
  return {"error formula (8.110)",
          4,
          LobattoIIIC4Tableau(),
          {.values = {63.0 / 4552, 0, 0}, .derivatives = {-91.0 / 81936, 1381.0 / 81936, 0}},
          {.start = 3101.0 / 2276,
           .values = {-393.0 / 4552, -165.0 / 569, 0},
           .derivatives = {775.0 / 3414, 62179.0 / 81936, 12881.0 / 81936}},
          "Cellier & Kofman (2006), (8.110)"};
}

}  // namespace daedalus::integrate::theory
