// The models of models/, for tests that hold for each of them.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/model/model.h"
#include "daedalus/products/driver/flatten_model.h"

namespace daedalus {

// Relative to models/, without the packages that some of them use.
inline std::vector<std::string> AllModels() {
  namespace fs = std::filesystem;
  std::vector<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(DAEDALUS_SOURCE_DIR "/models")) {
    const std::string file = fs::relative(entry.path(), DAEDALUS_SOURCE_DIR "/models").string();
    const bool is_part_of_library = file.starts_with("library/Parts/");
    if (entry.path().extension() == ".mo" && !is_part_of_library) out.push_back(file);
  }
  std::ranges::sort(out);
  return out;
}

// A test may be named so.
inline std::string NameForTest(std::string file) {
  std::ranges::replace_if(file, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return file;
}

// Null if it is refused.
inline std::shared_ptr<const model::Model> LoadModel(const std::string& file) {
  driver::ModelOptions options;
  options.files = {DAEDALUS_SOURCE_DIR "/models/" + file};
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  auto system = driver::FlattenModel(options, loaded, diagnostics);
  return system ? model::Model::FromSystem(*std::move(system)) : nullptr;
}

inline bool HaveSameBits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

}  // namespace daedalus
