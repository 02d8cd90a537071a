// The description of a model that is given as text, or as a file.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "daedalus/products/driver/describe_model.h"

namespace daedalus::model {

struct Described {
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  std::shared_ptr<const ModelDescription> description;

  const ModelDescription& operator*() const { return *description; }
  const ModelDescription* operator->() const { return description.get(); }
  // The variable of that name; an empty one and a failure where there is none.
  const VariableDescription& operator[](std::string_view name) const {
    static const VariableDescription none;
    const VariableDescription* found = description ? FindVariable(*description, name) : nullptr;
    EXPECT_NE(found, nullptr) << name;
    return found ? *found : none;
  }
};

inline Described DescribedFile(const std::string& path, driver::ModelOptions options = {}) {
  Described out;
  options.files = {path};
  out.description = driver::DescribeModel(options, out.loaded, out.diagnostics);
  for (const Diagnostic& d : out.diagnostics.items()) {
    if (d.severity == Severity::kError) ADD_FAILURE() << path << ": " << d.message;
  }
  return out;
}

inline Described DescribedText(const std::string& text) {
  const auto path =
      std::filesystem::temp_directory_path() / ("daedalus_described_" + std::to_string(::getpid()) + ".mo");
  std::ofstream(path) << text;
  Described out = DescribedFile(path.string());
  std::filesystem::remove(path);
  return out;
}

// By name, so that tests do not depend on the order.
inline std::set<std::string> StatesIn(const ModelDescription& d, const Dependencies& dependencies) {
  std::set<std::string> out;
  for (const std::uint32_t s : dependencies.states) out.insert(d.states[s].name);
  return out;
}
inline std::set<std::string> InputsIn(const ModelDescription& d, const Dependencies& dependencies) {
  std::set<std::string> out;
  for (const std::uint32_t i : dependencies.inputs) out.insert(d.variables[d.inputs[i].variable].name);
  return out;
}

// Of the derivative of a state, or of an output.
inline Dependencies DependenciesOf(const ModelDescription& d, std::string_view name) {
  for (const StateDescription& state : d.states) {
    if (state.name == name) return state.dependencies.value();
  }
  for (const OutputDescription& output : d.outputs) {
    if (d.variables[output.variable].name == name) return output.dependencies.value();
  }
  ADD_FAILURE() << name << " is no state and no output";
  return {};
}

}  // namespace daedalus::model
