// A model that is given as a text, flattened, or run through the whole pipeline; what it took. A bench whose
// model does not run ends.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/products/driver/simulate_model.h"

namespace daedalus::bench {

// A file with the text, for as long as it lives.
class ModelFile {
 public:
  explicit ModelFile(const std::string& text) { std::ofstream(path_) << text; }
  ModelFile(const ModelFile&) = delete;
  ModelFile& operator=(const ModelFile&) = delete;
  ~ModelFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_ = (std::filesystem::temp_directory_path() / "daedalus_bench.mo").string();
};

[[noreturn]] inline void End(const Diagnostics& diagnostics) {
  for (const auto& d : diagnostics.items()) fmt::print(stderr, "{}\n", d.message);
  std::exit(1);
}

inline System FlatText(const std::string& text) {
  const ModelFile file(text);
  driver::ModelOptions options;
  options.files = {file.path()};
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  auto system = driver::FlattenModel(options, loaded, diagnostics);
  if (!system) End(diagnostics);
  return *std::move(system);
}

inline results::RunStatistics RunText(const std::string& text, const std::string& form, double stop,
                                      const std::string& method = "auto") {
  const ModelFile file(text);
  driver::SimulateOptions options;
  options.model.files = {file.path()};
  options.form = form == "ode" ? simulate::ModelForm::kOde : simulate::ModelForm::kDae;
  options.method = method;
  options.tolerance = 1e-5;
  options.stop = stop;
  options.intervals = 1;
  options.output = (std::filesystem::temp_directory_path() / "daedalus_bench.csv").string();
  options.quiet = true;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  const auto report = driver::SimulateModel(options, loaded, diagnostics);
  std::filesystem::remove(options.output);
  if (report.status != driver::SimulateStatus::kDone) End(diagnostics);
  return report.statistics;
}

}  // namespace daedalus::bench
