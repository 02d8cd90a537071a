// Reads the files of a model a second time, for products that look at its classes and not at its equations.
#pragma once

#include <memory>
#include <optional>

#include "daedalus/language/library/class_store.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"

namespace daedalus::driver {

struct RereadModel {
  SourceFiles loaded;
  Diagnostics dropped;  // the first reading has reported all messages
  std::unique_ptr<library::ClassStore> store;
  // nullopt if the model cannot be read again (standard input), is an FMU, or is not found.
  std::optional<library::ClassId> model;
};

std::unique_ptr<RereadModel> Reread(const ModelOptions& options);

}  // namespace daedalus::driver
