// The common part of the two interfaces of FMI: a model at a time, whose values can be read and set. Model
// Exchange (exchange.h) uses model::Instance, Co-Simulation (stepping.h) uses run::Simulation.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/simulate/model_state.h"

namespace daedalus::fmu {

// The values at a time. Valid until the engine is used again.
struct Point {
  double time = 0;
  std::span<const double> values;              // the quantities of the model, then what is held
  const compile::GivenModel* given = nullptr;  // its parameters
};

// Settings of the importer for the whole run.
struct Experiment {
  double start = 0;
  std::optional<double> stop = {}, tolerance = {};

  template <class Archive>
  void Visit(Archive& archive) {
    archive(start, stop, tolerance);
  }
};

struct NamedValue {
  std::string name;  // as in the description
  double value = 0;
};

struct InputValue {
  std::uint32_t input = 0;  // its place in ModelDescription::inputs
  double value = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;

  virtual Result<Point> Read() = 0;
  // A variable that the FMU adds to those of the model: a state, its derivative or an event indicator.
  virtual Result<double> ReadMade(std::uint32_t reference) = 0;
  // Takes effect at the current time.
  virtual Result<Unit> SetInput(const std::string& name, double value) = 0;
  virtual Result<Unit> SetInputs(std::span<const InputValue> values) = 0;
  virtual Result<Unit> SetParameter(const std::string& name, double value) = 0;
  // After saving, the engine continues exactly like one that is restored from the state.
  virtual Result<simulate::ModelState> Save() = 0;
  virtual Result<Unit> Restore(const simulate::ModelState& state) = 0;
  virtual std::vector<Diagnostic> TakeWarnings() = 0;
};

}  // namespace daedalus::fmu
