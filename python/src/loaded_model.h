// A model, and the texts that it was made from: spans in its diagnostics refer to them.
//
// Objects of Python share it, and so do the threads of their runs. It does not change after it was loaded,
// but for a cache of the names of results, which has its own lock.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/model/model.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"
#include "load_request.h"
#include "result_names.h"

namespace daedalus::python {

// The same request, as the driver takes it.
driver::ModelOptions OptionsOf(const LoadRequest& request);

class LoadedModel {
 public:
  // Reads, flattens and checks it. Throws DiagnosticError.
  static std::shared_ptr<const LoadedModel> Load(LoadRequest request);
  // The model of equations that were made without a text. Its flat text is the one that other processes load.
  static std::shared_ptr<const LoadedModel> FromSystem(System system);
  // The same with a parameter `x.start` for the start value of each of these variables
  // (model::Model::WithSettableStarts). Throws DiagnosticError.
  std::shared_ptr<const LoadedModel> WithStarts(std::vector<std::string> variables) const;

  const LoadRequest& request() const { return request_; }
  const std::shared_ptr<const model::Model>& model() const { return model_; }
  const Sources& sources() const { return files_->sources; }
  // nullopt if no file of that name was read.
  std::optional<std::string> TextOf(const std::string& file) const;
  const std::vector<Diagnostic>& warnings() const { return warnings_; }
  // The names of the results of a run of this model.
  std::shared_ptr<const ResultNames> NamesFor(const compile::GivenModel& given) const {
    return names_.For(given);
  }
  // The description of the model in the variant that runs have by default. Throws DiagnosticError.
  std::shared_ptr<const model::ModelDescription> Describe() const;

 private:
  LoadedModel() = default;

  LoadRequest request_;
  std::shared_ptr<const driver::SourceFiles> files_;
  std::shared_ptr<const model::Model> model_;
  std::vector<Diagnostic> warnings_;
  mutable ResultNamesCache names_;
};

}  // namespace daedalus::python
