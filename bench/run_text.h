// A model that is given as a text, flattened, or run through the whole pipeline; what it took. A bench whose model does not run ends.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "daedalus/driver/flatten_model.h"
#include "daedalus/driver/simulate_model.h"

namespace daedalus::bench {

// A bench whose model is wrong ends.
inline System FlatText(const std::string& text) {
  const std::string file = (std::filesystem::temp_directory_path() / "daedalus_bench.mo").string();
  std::ofstream(file) << text;
  driver::ModelOptions options;
  options.files = {file};
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  auto system = driver::FlattenModel(options, loaded, diagnostics);
  std::filesystem::remove(file);
  if (!system) {
    for (const auto& d : diagnostics.items()) fmt::print(stderr, "{}\n", d.message);
    std::exit(1);
  }
  return *std::move(system);
}

inline results::RunStatistics RunText(const std::string& text, const std::string& form, double stop,
                                      const std::string& method = "auto") {
  const auto folder = std::filesystem::temp_directory_path();
  const std::string model = (folder / "daedalus_bench.mo").string();
  std::ofstream(model) << text;
  driver::SimulateOptions options;
  options.model.files = {model};
  options.form = form == "ode" ? simulate::ModelForm::kOde : simulate::ModelForm::kDae;
  options.method = method;
  options.tolerance = 1e-5;
  options.stop = stop;
  options.intervals = 1;
  options.output = (folder / "daedalus_bench.csv").string();
  options.quiet = true;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  const auto report = driver::SimulateModel(options, loaded, diagnostics);
  std::filesystem::remove(options.output);
  std::filesystem::remove(model);
  if (report.status != driver::SimulateStatus::kDone) {
    for (const auto& d : diagnostics.items()) fmt::print(stderr, "{}\n", d.message);
    std::exit(1);
  }
  return report.statistics;
}

}  // namespace daedalus::bench
