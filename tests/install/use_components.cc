// A model of components built in C++ and simulated: a mass on a spring, x'' = -x from x = 1, so that x(t) =
// cos t.
#include <cmath>
#include <cstdio>

#include "daedalus/products/driver/simulate_model.h"
#include "daedalus/results/reader.h"
#include "daedalus/system/compose/assembly.h"

using namespace daedalus;
using namespace daedalus::compose;

int main() {
  const PortKind flange = {{.name = "s"}, {.name = "f", .is_flow = true}};
  Assembly a("Oscillator");
  const Part mass = a.top().Add("mass"), spring = a.top().Add("spring");
  const Port end = mass.AddPort("end", flange), tip = spring.AddPort("tip", flange);
  const Expr v = mass.Variable("v", {.start = 0.0, .fixed = true});
  mass.Equation(der(end["s"]) == v);
  mass.Equation(der(v) == end["f"]);
  mass.InitialEquation(end["s"] == 1);
  spring.Equation(tip["f"] == tip["s"]);
  a.top().Connect(end, tip);
  driver::SimulateOptions options;
  options.stop = 10;
  options.intervals = 100;
  options.tolerance = 1e-9;
  options.output = "components.csv";
  options.quiet = true;
  Diagnostics diagnostics;
  const driver::SimulateReport report =
      driver::SimulateSystem(std::move(a).Build().value(), options, diagnostics);
  for (const Diagnostic& d : diagnostics.items()) std::puts(d.message.c_str());
  if (report.status != driver::SimulateStatus::kDone) return 1;
  const results::Trajectory run = results::ReadResult(report.output_file).value();
  const double error = std::abs(run.Values(*run.FindSignal("mass.end.s")).back() - std::cos(10.0));
  std::printf("error %.1e\n", error);
  return error < 1e-6 ? 0 : 1;
}
