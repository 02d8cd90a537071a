// A model built in C++: x'' = -x from x = 1, so that x(t) = cos t.
#include <cmath>
#include <cstdio>

#include "daedalus/products/driver/simulate_model.h"
#include "daedalus/results/reader.h"
#include "daedalus/system/builder.h"

using namespace daedalus;

int main() {
  Model m("Oscillator");
  auto x = m.Variable("x", {.start = 1.0, .fixed = true});
  auto v = m.Variable("v", {.start = 0.0, .fixed = true});
  m.Equation(der(x) == v);
  m.Equation(der(v) == -x);
  driver::SimulateOptions options;
  options.stop = 10;
  options.tolerance = 1e-9;
  options.output = "Oscillator.csv";
  options.quiet = true;
  Diagnostics diagnostics;
  const auto report = driver::SimulateSystem(std::move(m).Build().value(), options, diagnostics);
  for (const Diagnostic& d : diagnostics.items()) std::puts(d.message.c_str());
  if (report.status != driver::SimulateStatus::kDone) return 1;
  const results::Trajectory run = results::ReadResult(report.output_file).value();
  const double error = std::abs(run.Values(*run.FindSignal("x")).back() - std::cos(10.0));
  std::printf("x(10) differs from cos(10) by less than 1e-6: %s\n", error < 1e-6 ? "yes" : "no");
  return error < 1e-6 ? 0 : 1;
}
