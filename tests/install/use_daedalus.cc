// A model built in C++ and simulated: x'' = -x from x = 1, so that x(t) = cos t.
#include <cmath>
#include <cstdio>

#include "daedalus/driver/simulate_model.h"
#include "daedalus/results/reader.h"
#include "daedalus/system/builder.h"

using namespace daedalus;

int main() {
  Model m("Oscillator");
  auto x = m.Variable("x", {.start = 1.0, .fixed = true}), v = m.Variable("v", {.start = 0.0, .fixed = true});
  m.Equation(der(x) == v);
  m.Equation(der(v) == -x);
  driver::SimulateOptions options{
      .stop = 10.0, .intervals = 100, .tolerance = 1e-9, .output = "oscillator.csv"};
  options.quiet = true;
  Diagnostics diagnostics;
  const driver::SimulateReport report =
      driver::SimulateSystem(std::move(m).Build().value(), options, diagnostics);
  for (const Diagnostic& d : diagnostics.items()) std::puts(d.message.c_str());
  if (report.status != driver::SimulateStatus::kDone) return 1;
  const results::Trajectory run = results::ReadResult(report.output_file).value();
  double worst = 0;
  const auto values = run.Values(*run.FindSignal("x"));
  for (std::size_t i = 0; i < run.num_points(); ++i)
    worst = std::max(worst, std::abs(values[i] - std::cos(run.time[i])));
  std::printf("%zu points, error %.1e\n", run.num_points(), worst);
  return run.num_points() == 101 && worst < 1e-6 ? 0 : 1;
}
