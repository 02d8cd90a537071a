// A model of a file, of a text, or of models/, run through the whole pipeline.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daedalus/products/driver/simulate_model.h"
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
  Diagnostics diagnostics;
  driver::SourceFiles loaded;      // which the diagnostics point at
  std::string log;                 // of events, where options.log_events
  std::vector<std::string> lines;  // that the model printed
  results::Trajectory trajectory;
};

inline std::string TemporaryFile(const char* ending) {
  return (std::filesystem::temp_directory_path() / ("daedalus_golden_" + std::to_string(::getpid()) + ending))
      .string();
}

// The class that options.model names, from the files and libraries there. Whatever happens and is told is for
// the caller to judge.
inline RunOfModel Observed(driver::SimulateOptions options) {
  options.output = TemporaryFile(".csv");
  options.quiet = true;
  RunOfModel out;
  driver::SimulateHooks hooks;
  hooks.log = [&](const std::string& text) { out.log += text; };
  hooks.print = [&](std::string_view line) { out.lines.emplace_back(line); };
  out.report = driver::SimulateModel(options, out.loaded, out.diagnostics, hooks);
  auto trajectory = results::ReadResult(options.output);
  std::filesystem::remove(options.output);
  if (trajectory.ok()) out.trajectory = std::move(*trajectory);
  return out;
}

inline RunOfModel ObservedFile(driver::SimulateOptions options, const std::string& path) {
  options.model.files = {path};
  return Observed(std::move(options));
}

inline RunOfModel ObservedText(driver::SimulateOptions options, const std::string& text) {
  const std::string file = TemporaryFile(".mo");
  std::ofstream(file) << text;
  RunOfModel out = ObservedFile(std::move(options), file);
  std::filesystem::remove(file);
  return out;
}

// The same, where every message is a failure.
inline RunOfModel WithoutMessages(RunOfModel run) {
  for (const Diagnostic& d : run.diagnostics.items()) ADD_FAILURE() << d.message;
  return run;
}

inline RunOfModel SimulatedClass(driver::SimulateOptions options) {
  return WithoutMessages(Observed(std::move(options)));
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
