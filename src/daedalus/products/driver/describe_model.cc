#include "daedalus/products/driver/describe_model.h"

#include <utility>

#include "daedalus/model/model.h"
#include "daedalus/products/driver/flatten_model.h"

namespace daedalus::driver {

std::shared_ptr<const model::ModelDescription> DescribeModel(const ModelOptions& options, SourceFiles& loaded,
                                                             Diagnostics& diagnostics) {
  auto flat = FlattenModel(options, loaded, diagnostics);
  if (!flat) return nullptr;
  const auto model = model::Model::FromSystem(*std::move(flat));
  auto variant = model->Compile({});
  if (variant) diagnostics.Append(std::move(variant->warnings));
  auto description = model->Describe();
  if (description) return *std::move(description);
  diagnostics.Append(std::move(description).error());
  return nullptr;
}

}  // namespace daedalus::driver
