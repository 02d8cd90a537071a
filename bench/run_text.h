// A model that is given as a text, run through the whole pipeline; what it took. A bench whose model does not run ends.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "daedalus/driver/simulate_model.h"

namespace daedalus::bench {

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
