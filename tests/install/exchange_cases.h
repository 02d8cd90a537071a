// The models that are stepped from outside (exchange_euler.cc, exchange_cvode.cc), and what `simulate` finds
// for them.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/model/instance.h"
#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/run/columns.h"
#include "daedalus/run/simulation.h"

struct Case {
  std::string file, variable;
  double stop = 1, euler_step = 1e-5, euler_error = 1e-3, cvode_error = 1e-5;
  std::vector<std::pair<std::string, double>> parameters = {};
};

// A diode that blocks is replaced by a smaller resistor, so that explicit Euler is stable.
inline std::vector<Case> Cases() {
  return {{"BouncingBall.mo", "h", 1.1, 1e-5, 1e-3, 1e-5, {{"e", 0.7}}},
          {"HalfWaveIdealDiode.mo", "i", 0.059, 1e-6, 2e-3, 2e-5, {{"Roff", 200}}},
          {"SampledPi.mo", "y", 5.1, 1e-4, 1e-3, 1e-5}};
}

[[noreturn]] inline void Stop(const std::vector<daedalus::Diagnostic>& errors) {
  for (const daedalus::Diagnostic& d : errors) std::fprintf(stderr, "%s\n", d.message.c_str());
  std::exit(1);
}

template <class T>
T Ok(daedalus::Result<T> result) {
  if (!result) Stop(std::move(result).error());
  return std::move(*result);
}

inline std::shared_ptr<const daedalus::model::Model> Load(const std::string& folder, const Case& c) {
  daedalus::driver::ModelOptions options;
  options.files = {folder + "/" + c.file};
  daedalus::driver::SourceFiles loaded;
  daedalus::Diagnostics diagnostics;
  auto system = daedalus::driver::FlattenModel(options, loaded, diagnostics);
  if (!system) Stop(diagnostics.Take());
  return daedalus::model::Model::FromSystem(*std::move(system));
}

inline std::unique_ptr<daedalus::model::Instance> Begin(std::shared_ptr<const daedalus::model::Model> model,
                                                        const Case& c) {
  auto instance =
      Ok(daedalus::model::Instance::Make(std::move(model), {.tolerance = 1e-8, .length = c.stop}));
  for (const auto& [name, value] : c.parameters) Ok(instance->SetParameter(name, value));
  Ok(instance->Initialize(0));
  return instance;
}

// The last value of a simulation.
inline double Simulate(std::shared_ptr<const daedalus::model::Model> model, const Case& c) {
  daedalus::run::RunOptions options;
  options.stop = c.stop;
  options.tolerance = 1e-9;
  daedalus::run::Simulation simulation(std::move(model), options);
  daedalus::run::Columns columns;
  simulation.Observe(columns);
  for (const auto& [name, value] : c.parameters) Ok(simulation.Set(name, value));
  if (simulation.Run().status != daedalus::run::RunStatus::kDone) Stop(simulation.diagnostics().Take());
  return columns.Column(columns.Find(c.variable).value()).back();
}

// 1 if the error is too large.
inline int Compare(const Case& c, const char* by, double found, double expected, double allowed) {
  const double error = found > expected ? found - expected : expected - found;
  std::printf("%s by %s: %s = %.9g, error %.1e\n", c.file.c_str(), by, c.variable.c_str(), found, error);
  return error <= allowed ? 0 : 1;
}
