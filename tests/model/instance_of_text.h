// An instance of a model that is given as text, with its inputs left free.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "daedalus/model/instance.h"
#include "daedalus/products/driver/flatten_model.h"

namespace daedalus::model {

inline std::shared_ptr<const Model> ModelOfText(const std::string& text) {
  const auto path =
      std::filesystem::temp_directory_path() / ("daedalus_instance_" + std::to_string(::getpid()) + ".mo");
  std::ofstream(path) << text;
  driver::ModelOptions options;
  options.files = {path.string()};
  options.free_inputs = semantics::FreeInputs::kFollowed;
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  auto system = driver::FlattenModel(options, loaded, diagnostics);
  std::filesystem::remove(path);
  for (const Diagnostic& d : diagnostics.items()) {
    if (d.severity == Severity::kError) ADD_FAILURE() << d.message;
  }
  return system ? Model::FromSystem(*std::move(system)) : nullptr;
}

inline std::unique_ptr<Instance> InstanceOfText(const std::string& text) {
  auto model = ModelOfText(text);
  if (!model) return nullptr;
  auto instance = Instance::Make(std::move(model)).value();
  const auto begun = instance->Initialize(0);
  if (!begun) ADD_FAILURE() << begun.error()[0].message;
  return instance;
}

// The element of a Jacobian of values, by the name of the value.
inline double ValueSlope(Instance& instance, const linear::DenseMatrix& jacobian, std::string_view name,
                         std::size_t column) {
  const auto found = instance.Find(name);
  EXPECT_TRUE(found) << name;
  return found ? found->sign * jacobian(found->index, column) : 0;
}

}  // namespace daedalus::model
