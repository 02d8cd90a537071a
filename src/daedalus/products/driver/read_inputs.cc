#include "daedalus/products/driver/read_inputs.h"

#include <utility>

#include "daedalus/results/reader.h"

namespace daedalus::driver {
namespace {

hybrid::Between BetweenRows(const std::string& name) {
  if (name == "held") return hybrid::Between::kHeld;
  return name == "smooth" ? hybrid::Between::kSmooth : hybrid::Between::kLinear;
}

}  // namespace

Result<std::shared_ptr<const run::InputTable>> ReadInputs(const SimulateOptions& options,
                                                          Diagnostics& diagnostics) {
  if (options.input.empty()) {
    if (options.interpolation.empty()) return std::shared_ptr<const run::InputTable>();
    return Fail(Error(Code::kBadOption, {}, "--interpolation is for --input"));
  }
  auto file = results::ReadResult(options.input);
  if (!file) return Failure{std::move(file).error()};
  diagnostics.Append(std::move(file->warnings));
  run::InputTable table{.source = "`" + options.input + "`",
                        .names = file->names,
                        .times = file->time,
                        .columns = {},
                        .between = BetweenRows(options.interpolation)};
  for (std::size_t i = 0; i < file->names.size(); ++i) {
    const auto values = file->Values(i);
    table.columns.emplace_back(values.begin(), values.end());
  }
  for (std::size_t i = 0; i < file->constant_names.size(); ++i) {
    table.names.push_back(file->constant_names[i]);
    table.columns.emplace_back(table.times.size(), file->constant_values[i]);
  }
  return std::make_shared<const run::InputTable>(std::move(table));
}

}  // namespace daedalus::driver
