// What it costs not to believe in structure: rank tests beside structural analysis where nothing is wrong,
// and `ucp` on the equations as they stand beside `bdf` on the reduced ones, by dimension and by index.
// Derivative arrays by expressions and by power series, by order.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/model/compile/redundant_constraints.h"
#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/programs/array/derivative_array.h"
#include "daedalus/programs/causal/index_reduction.h"
#include "daedalus/programs/causal/structure_conversion.h"
#include "daedalus/system/parameters.h"
#include "growth.h"
#include "run_text.h"

namespace {

using namespace daedalus;  // NOLINT(google-build-using-namespace): a program of its own

constexpr double kMostOfAnalysis = 0.1;

// n masses on n rods, each hanging from the one before.
std::string Chain(int n) {
  return fmt::format(R"(model Chain
  constant Integer n = {};
  Real x[n](start = {{0.6*k for k in 1:n}}), y[n](start = {{-0.8*k for k in 1:n}}), vx[n], vy[n], f[n + 1];
equation
  for k in 1:n loop
    der(x[k]) = vx[k];
    der(y[k]) = vy[k];
    der(vx[k]) = -f[k]*(x[k] - (if k > 1 then x[max(k - 1, 1)] else 0)) + f[k + 1]*(x[min(k + 1, n)] - x[k]);
    der(vy[k]) = -f[k]*(y[k] - (if k > 1 then y[max(k - 1, 1)] else 0)) + f[k + 1]*(y[min(k + 1, n)] - y[k]) - 9.81;
    (x[k] - (if k > 1 then x[max(k - 1, 1)] else 0))^2 + (y[k] - (if k > 1 then y[max(k - 1, 1)] else 0))^2 = 1;
  end for;
  f[n + 1] = 0;
end Chain;
)",
                     n);
}

// A mass on a spring, and its motion differentiated k times.
std::string Derivatives(int k) {
  return fmt::format(R"(model Derivatives
  constant Integer k = {};
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), d[k], a;
equation
  der(x) = v;
  der(v) = a;
  x + a + 0.1*v^3 = 0;
  d[1] = x + sin(time);
  for i in 2:k loop
    d[i] = der(d[i - 1]);
  end for;
end Derivatives;
)",
                     k);
}

// A constraint of n functions of each other.
std::string Nested(int n) {
  std::string inside = "x*y";
  for (int i = 0; i < n; ++i) inside = fmt::format("{}({})/(1 + x^2)", i % 2 == 0 ? "sin" : "exp", inside);
  return fmt::format(
      "model Nested\n  Real x(start = 1), y;\nequation\n  der(x) = y;\n  {} = cos(time);\nend Nested;\n",
      inside);
}

// The least of some rounds, in seconds. Each has a copy of the system of its own, whose making does not
// count: work that builds expressions would find those of the round before.
template <class Work>
double Least(const System& system, Work work) {
  double best = 1e9;
  for (int round = 0; round < 20; ++round) {
    System own = system;
    const auto begin = std::chrono::steady_clock::now();
    work(own);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

// What compiling does with a system of higher index until its equations are differentiated
// (compile/given_model.cc), apart from the choice of states: the incidence, the offsets, Pantelides; and
// between the last two what does not believe in them, conversion and redundant constraints.
bool ShowRankTests(const std::vector<int>& sizes) {
  bool ok = true;
  for (const int n : sizes) {
    const System system = bench::FlatText(Chain(n));
    const auto parameters = EvaluateParameters(system).value().values;
    const auto attributes = initialize::EvaluateAttributes(system, parameters).value();
    const causal::PivotPoint guess{0, attributes.start, parameters, {}, attributes.nominal, {}};
    const auto offsets = causal::OffsetsOf(causal::IncidenceOf(system)).value();
    const double find_offsets = Least(system, [](const System& own) {
      if (!causal::OffsetsOf(causal::IncidenceOf(own))) std::exit(1);
    });
    const double reduce = Least(system, [](System& own) {
      if (!causal::IndexReduction::Make(std::move(own))) std::exit(1);
    });
    const double convert = Least(system, [&](System& own) {
      if (!causal::ConvertStructure(own, offsets, guess).conversions.empty()) std::exit(1);
    });
    System other = system;
    const causal::AtGuess at_guess = causal::ConvertStructure(other, offsets, guess).at_guess;
    const double leave_out = Least(system, [&](System& own) {
      if (!compile::LeaveOutRedundantConstraints(own, offsets, guess, at_guess).empty()) std::exit(1);
    });
    const double part = (convert + leave_out) / (find_offsets + reduce);
    fmt::print(
        "rank tests {:5} links  conversion {:.1f} us, redundant constraints {:.1f} us; structural analysis "
        "{:.1f} + {:.1f} us: {:.2f} of it{}\n",
        n, 1e6 * convert, 1e6 * leave_out, 1e6 * find_offsets, 1e6 * reduce, part,
        part <= kMostOfAnalysis ? "" : "  MISSED");
    ok = ok && part <= kMostOfAnalysis;
  }
  return ok;
}

void ShowRuns(const char* name, std::string (*model)(int), const std::vector<int>& sizes, double stop) {
  std::vector<double> x, y;
  for (const int n : sizes) {
    const auto ucp = bench::RunText(model(n), "dae", stop, "ucp");
    const auto bdf = bench::RunText(model(n), "ode", stop, "bdf");
    const double a = 1e6 * ucp.seconds.integrate / static_cast<double>(ucp.steps);
    const double b = 1e6 * bdf.seconds.integrate / static_cast<double>(bdf.steps);
    fmt::print("{:14} {:4}  ucp {:6} steps of {:10.1f} us, bdf {:6} steps of {:8.1f} us\n", name, n,
               ucp.steps, a, bdf.steps, b);
    x.push_back(n);
    y.push_back(a);
  }
  fmt::print("{:14} a step of ucp grows with n^{:.2f}\n", name, bench::GrowthExponent(x, y));
}

struct ArrayCost {
  double make, evaluate;  // in seconds; one evaluation: rows and their Jacobian
};

ArrayCost CostOf(const System& system, const std::vector<double>& parameters, int order,
                 array::Differentiation way) {
  const auto make = [&](const System& own) {
    return array::DerivativeArray(own, order, array::ExtraRows::kNone, way);
  };
  array::DerivativeArray derivatives = make(system);
  std::vector<double> u(derivatives.num_unknowns()), r(derivatives.num_rows());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = 0.6 + 0.3 * std::sin(static_cast<double>(i));
  std::vector<double> values(static_cast<std::size_t>(derivatives.pattern().num_nonzeros()));
  const double evaluate = Least(system, [&](const System&) {
    for (int i = 0; i < 20; ++i) {
      derivatives.Residual({0.1, parameters}, u, r);
      derivatives.Jacobian({0.1, parameters}, u, values);
    }
  });
  return {Least(system, make), evaluate / 20};
}

void ShowDifferentiation(const char* name, std::string (*model)(int), int n, const std::vector<int>& orders) {
  const System system = bench::FlatText(model(n));
  const auto parameters = EvaluateParameters(system).value().values;
  std::vector<double> x, y;
  for (const int order : orders) {
    const ArrayCost symbolic = CostOf(system, parameters, order, array::Differentiation::kSymbolic);
    const ArrayCost series = CostOf(system, parameters, order, array::Differentiation::kSeries);
    fmt::print(
        "{:14} {:4}  order {:2}: by expressions made in {:9.3f} ms, evaluated in {:9.1f} us; by series "
        "{:7.3f} ms, {:8.1f} us\n",
        name, n, order, 1e3 * symbolic.make, 1e6 * symbolic.evaluate, 1e3 * series.make,
        1e6 * series.evaluate);
    x.push_back(order + 1);
    y.push_back(series.evaluate);
  }
  fmt::print("{:14} {:4}  an evaluation by series grows with order^{:.2f}\n", name, n,
             bench::GrowthExponent(x, y));
}

}  // namespace

int main() {
  const bool ok = ShowRankTests({1, 3, 10, 30, 100});
  for (const int n : {1, 12}) ShowDifferentiation("links", Chain, n, {1, 2, 3, 4, 6, 8});
  ShowDifferentiation("index", Derivatives, 6, {1, 2, 3, 4, 6, 8});
  ShowDifferentiation("nested", Nested, 4, {1, 2, 3, 4, 6, 8});
  ShowRuns("links", Chain, {1, 2, 4, 8, 12}, 0.5);
  ShowRuns("index", Derivatives, {1, 2, 4, 6}, 5);
  return ok ? 0 : 1;
}
