// A model built in C++ and simulated: x'' = -x from x = 1, so that x(t) = cos t.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "daedalus/run/columns.h"
#include "daedalus/run/simulation.h"
#include "daedalus/system/builder.h"

using namespace daedalus;

int main() {
  Model m("Oscillator");
  auto x = m.Variable("x", {.start = 1.0, .fixed = true}), v = m.Variable("v", {.start = 0.0, .fixed = true});
  m.Equation(der(x) == v);
  m.Equation(der(v) == -x);
  run::RunOptions options;
  options.stop = 10;
  options.intervals = 100;
  options.tolerance = 1e-9;
  run::Simulation simulation(model::Model::FromSystem(std::move(m).Build().value()), options);
  run::Columns columns;
  simulation.Observe(columns);
  const run::RunReport report = simulation.Run();
  for (const Diagnostic& d : simulation.diagnostics().items()) std::puts(d.message.c_str());
  if (report.status != run::RunStatus::kDone) return 1;
  const std::vector<double> positions = columns.Column(columns.Find("x").value());
  double worst = 0;
  for (std::size_t i = 0; i < positions.size(); ++i)
    worst = std::max(worst, std::abs(positions[i] - std::cos(columns.times()[i])));
  std::printf("%zu points, error %.1e\n", positions.size(), worst);
  return positions.size() == 101 && worst < 1e-6 ? 0 : 1;
}
