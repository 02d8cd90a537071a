// A model of a file, or of models/, run through the whole pipeline; its messages are failures.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "daedalus/driver/simulate_model.h"
#include "daedalus/results/reader.h"

namespace daedalus {

// As options and records spell it.
inline simulate::ModelForm FormNamed(const std::string& name) {
  if (name == "ode") return simulate::ModelForm::kOde;
  if (name == "inline") return simulate::ModelForm::kInline;
  return name == "dae" ? simulate::ModelForm::kDae : simulate::ModelForm::kAuto;
}

struct RunOfModel {
  driver::SimulateReport report;
  results::Trajectory trajectory;
};

// The class that options.model names, from the files and libraries there.
inline RunOfModel SimulatedClass(driver::SimulateOptions options) {
  options.output =
      (std::filesystem::temp_directory_path() / ("daedalus_golden_" + std::to_string(::getpid()) + ".csv"))
          .string();
  options.quiet = true;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  RunOfModel out{driver::SimulateModel(options, loaded, diagnostics), {}};
  for (const Diagnostic& d : diagnostics.items()) ADD_FAILURE() << d.message;
  auto trajectory = results::ReadResult(options.output);
  std::filesystem::remove(options.output);
  if (trajectory.ok()) out.trajectory = std::move(*trajectory);
  return out;
}

inline RunOfModel SimulatedFile(driver::SimulateOptions options, const std::string& path) {
  options.model.files = {path};
  return SimulatedClass(std::move(options));
}

inline RunOfModel Simulated(const driver::SimulateOptions& options, const std::string& file) {
  return SimulatedFile(options, DAEDALUS_SOURCE_DIR "/models/" + file);
}

inline std::vector<double> SignalOf(const results::Trajectory& t, const std::string& name) {
  const auto found = t.FindSignal(name);
  EXPECT_TRUE(found.has_value()) << name;
  if (!found) return {};
  const auto values = t.Values(*found);
  return {values.begin(), values.end()};
}

}  // namespace daedalus
