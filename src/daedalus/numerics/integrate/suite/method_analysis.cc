#include "daedalus/numerics/integrate/suite/method_analysis.h"

#include <initializer_list>

#include "daedalus/numerics/linear/decompositions.h"

namespace daedalus::integrate {
namespace {

using theory::MultistepFormula;
using theory::StabilityFunction;
using theory::Tableau;
using theory::TwoStepFormula;
using Formulas = std::vector<AnalyzedFormula>;

AnalyzedFormula Analyze(std::string name, int order, StabilityFunction function, std::string_view source) {
  const theory::LinearError error = LeadingErrorOf(function);
  AnalyzedFormula out;
  out.name = std::move(name);
  out.order = order;
  out.linear_order = error.order;
  out.error_constant = error.constant;
  out.stability = theory::StabilityOf(function);
  out.amplification = std::move(function);
  out.source = source;
  return out;
}

void AppendSolutions(Formulas& out, const Tableau& tableau) {
  out.push_back(Analyze(tableau.name, tableau.order, StabilityFunctionOf(tableau), tableau.source));
  out.back().num_stages = tableau.num_stages();
  if (tableau.b_hat.empty()) return;
  out.push_back(Analyze("embedded, order " + std::to_string(tableau.embedded_order), tableau.embedded_order,
                        EmbeddedStabilityFunctionOf(tableau), tableau.source));
  out.back().estimates_error = true;
}

void Append(Formulas& out, Tableau tableau) {
  const std::size_t first = out.size();
  AppendSolutions(out, tableau);
  out[first].coefficients = std::move(tableau);
}

void Append(Formulas& out, TwoStepFormula formula) {
  out.push_back(Analyze(formula.name, formula.order, StabilityFunctionOf(formula), formula.source));
  out.back().estimates_error = true;
  out.back().coefficients = std::move(formula);
}

void Append(Formulas& out, MultistepFormula formula) {
  AnalyzedFormula& analyzed = out.emplace_back();
  analyzed.name = formula.name;
  analyzed.order = analyzed.linear_order = formula.order;
  analyzed.num_stages = formula.num_steps();
  analyzed.error_constant = formula.error_constant;
  analyzed.stability = theory::StabilityOf(formula);
  analyzed.amplification = formula;
  analyzed.source = formula.source;
  analyzed.coefficients = std::move(formula);
}

Formulas OrdersOf(MultistepFormula (*formula)(int), int max_order) {
  Formulas out;
  for (int order = 1; order <= max_order; ++order) Append(out, formula(order));
  return out;
}

Formulas RadauOf(std::initializer_list<int> stages) {
  Formulas out;
  for (const int s : stages) Append(out, theory::RadauIIATableau(s));
  return out;
}

Formulas RosenbrockFormulas() {
  Formulas out;
  for (const RosenbrockTableau& tableau : RosenbrockTableaus()) {
    Tableau linear = OnLinearProblems(tableau);
    linear.b_hat.clear();  // a second solution for each would crowd the plots
    AppendSolutions(out, linear);
  }
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
  using namespace theory;
  if (name == "ida" || name == "bdf") return OrdersOf(BdfFormula, 5);
  if (name == "gear") return OrdersOf(BdfFormula, kMaxBdfOrder);
  if (name == "adams") return OrdersOf(AdamsMoultonFormula, kMaxAdamsOrder);
  if (name == "radau") return RadauOf({3, 5, 7});
  if (name == "rodas") return RosenbrockFormulas();
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
  if (name == "dop853") return Of(DormandPrince8Tableau());
  return {};
}

Tableau OnLinearProblems(const RosenbrockTableau& tableau) {
  using Matrix = linear::LongMatrix;
  const Eigen::Index s = tableau.num_stages;
  Matrix a(s, s), inverse(s, s);  // of gamma, by (2) of rosenbrock_tableau.h
  for (Eigen::Index i = 0; i < s; ++i) {
    for (Eigen::Index j = 0; j < s; ++j) {
      a(i, j) = tableau.a[i][j];
      inverse(i, j) = (i == j ? 1 / static_cast<long double>(tableau.gamma) : 0) - tableau.c[i][j];
    }
  }
  const Matrix gamma = linear::Inverse(inverse);
  const Matrix beta = a * gamma + gamma;
  Tableau out{.name = std::string(tableau.name),
              .order = tableau.order,
              .embedded_order = tableau.order - 1,
              .source = "Hairer & Wanner (1996), sec. IV.7; Steinebach (2020, 2023)"};
  const Matrix embedded = a.row(s - 1) * gamma;
  for (Eigen::Index i = 0; i < s; ++i) {
    for (Eigen::Index j = 0; j < s; ++j) out.a.push_back(static_cast<double>(beta(i, j)));
    out.b.push_back(static_cast<double>(beta(s - 1, i)));
    out.b_hat.push_back(static_cast<double>(embedded(0, i)));
    out.c.push_back(tableau.alpha[i] + tableau.gamma_sum[i]);
  }
  return out;
}

}  // namespace daedalus::integrate
