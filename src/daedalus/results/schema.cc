#include "daedalus/results/schema.h"

#include "daedalus/base/check.h"

namespace daedalus::results {

std::vector<SignalSource> ResolveSources(const Schema& schema) {
  std::vector<SignalSource> sources(schema.signals.size());
  std::uint32_t num_variables = 0, num_constants = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Signal& signal = schema.signals[i];
    if (signal.alias) continue;
    std::uint32_t& count = signal.kind == Signal::Kind::kVariable ? num_variables : num_constants;
    sources[i] = {signal.kind, count++, 1};
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const auto& alias = schema.signals[i].alias;
    if (!alias) continue;
    DAEDALUS_CHECK(alias->target < sources.size(), "an alias repeats a signal of the same schema");
    DAEDALUS_CHECK(!schema.signals[alias->target].alias, "the target of an alias is no alias itself");
    sources[i] = sources[alias->target];
    sources[i].sign = alias->sign;
  }
  return sources;
}

double ConstantValue(const Schema& schema, std::size_t signal) {
  const auto& alias = schema.signals[signal].alias;
  if (!alias) return schema.signals[signal].constant_value;
  return alias->sign * schema.signals[alias->target].constant_value;
}

std::size_t RowSize(const Schema& schema) {
  std::size_t size = 0;
  for (const Signal& signal : schema.signals) {
    size += !signal.alias && signal.kind == Signal::Kind::kVariable;
  }
  return size;
}

}  // namespace daedalus::results
