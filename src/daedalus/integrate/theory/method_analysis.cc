#include "daedalus/integrate/theory/method_analysis.h"

#include <initializer_list>

namespace daedalus::integrate::theory {
namespace {

using Formulas = std::vector<AnalyzedFormula>;

AnalyzedFormula Analyze(std::string name, StabilityFunction function, std::string_view source) {
  const LinearError error = LeadingErrorOf(function);
  AnalyzedFormula out{.name = std::move(name),
                      .order = error.order,
                      .error_constant = error.constant,
                      .stability = StabilityOf(function),
                      .amplification = {},
                      .coefficients = {},
                      .source = source};
  out.amplification = std::move(function);
  return out;
}

void Append(Formulas& out, Tableau tableau) {
  const bool has_second = !tableau.b_hat.empty();
  out.push_back(Analyze(tableau.name, StabilityFunctionOf(tableau), tableau.source));
  if (has_second) {
    out.push_back(Analyze("embedded, order " + std::to_string(tableau.embedded_order),
                          EmbeddedStabilityFunctionOf(tableau), tableau.source));
    out.back().estimates_error = true;
  }
  out[out.size() - (has_second ? 2 : 1)].coefficients = std::move(tableau);
}

void Append(Formulas& out, TwoStepFormula formula) {
  out.push_back(Analyze(formula.name, StabilityFunctionOf(formula), formula.source));
  out.back().estimates_error = true;
  out.back().coefficients = std::move(formula);
}

void Append(Formulas& out, MultistepFormula formula) {
  out.push_back({.name = formula.name,
                 .order = formula.order,
                 .error_constant = formula.error_constant,
                 .stability = StabilityOf(formula),
                 .amplification = formula,
                 .coefficients = formula,
                 .source = formula.source});
}

Formulas OrdersOf(MultistepFormula (*formula)(int), int max_order) {
  Formulas out;
  for (int order = 1; order <= max_order; ++order) Append(out, formula(order));
  return out;
}

Formulas RadauOf(std::initializer_list<int> stages) {
  Formulas out;
  for (const int s : stages) Append(out, RadauIIATableau(s));
  return out;
}

Formulas Of(Tableau tableau) {
  Formulas out;
  Append(out, std::move(tableau));
  return out;
}

Formulas Of(Tableau tableau, TwoStepFormula estimator) {
  Formulas out = Of(std::move(tableau));
  Append(out, std::move(estimator));
  return out;
}

}  // namespace

std::vector<AnalyzedFormula> AnalyzeMethod(std::string_view name) {
  if (name == "ida" || name == "bdf") return OrdersOf(BdfFormula, 5);
  if (name == "gear") return OrdersOf(BdfFormula, kMaxBdfOrder);
  if (name == "adams") return OrdersOf(AdamsMoultonFormula, kMaxAdamsOrder);
  if (name == "radau") return RadauOf({3, 5, 7});
  if (name == "radau3") return Of(RadauIIATableau(2), BlendedRadau3Formula());
  if (name == "radau5") return Of(RadauIIATableau(3), BlendedRadau5Formula());
  if (name == "lobatto4") return Of(LobattoIIIC4Tableau(), BlendedLobatto4Formula());
  if (name == "sdirk4") return Of(Sdirk4Tableau());
  if (name == "bi2") return Of(BackinterpolationTableau());
  if (name == "trapezoid") return Of(TrapezoidTableau());
  if (name == "backward-euler") return Of(BackwardEulerTableau());
  if (name == "euler") return Of(ForwardEulerTableau());
  if (name == "rk4") return Of(RungeKutta4Tableau());
  if (name == "dopri5") return Of(DormandPrince5Tableau());
  return {};
}

}  // namespace daedalus::integrate::theory
