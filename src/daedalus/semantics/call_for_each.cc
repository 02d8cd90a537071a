#include "daedalus/semantics/call_for_each.h"

#include <algorithm>

#include "daedalus/semantics/rearrange.h"
#include "daedalus/semantics/record_value.h"
#include "daedalus/semantics/routine_writer.h"
#include "daedalus/semantics/run_array.h"

namespace daedalus::semantics {
namespace {

// Whether an argument that has extra dimensions is an array whose size is known during the run only.
bool HasElementsOfRun(const ElementCall& call, const GivenValues& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i] || !values[i]->IsOfRun()) continue;
    if (values[i]->dims.size() > call.ranks[i]) return true;
  }
  return false;
}

// For each element of arrays whose sizes are known during the run only: the call stands in a loop.
ElementCall::Results CallForEachOfRun(Lowering& l, const ElementCall& call, const GivenValues& values) {
  std::vector<Scalar> sizes;
  std::vector<std::optional<ArrayReader>> readers(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t rank = call.ranks[i];
    if (!values[i] || values[i]->dims.size() == rank) continue;
    const bool is_known = !values[i]->HasUnknownSize() || values[i]->IsOfRun();
    if (rank > 0 || values[i]->IsRecord() || !is_known) {
      l.Refuse(call.spans[i], "a function is called for each element of an array of the run, and takes more than one number of it");
      return std::nullopt;
    }
    if (!sizes.empty()) CheckSameSizes(l, sizes, SizesOf(*values[i]));
    if (sizes.empty()) sizes = SizesOf(*values[i]);
    readers[i].emplace(l, *values[i]);
  }
  ElementCall::Results results;
  Value all = Generate(l, BaseType::kReal, sizes, [&](const Scalar& k) {
    GivenValues one = values;
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (readers[i]) one[i] = ScalarValue(values[i]->type, readers[i]->At(k), values[i]->variability);
    }
    results = call.run(one);
    const bool is_number = results && !results->empty() && (*results)[0].IsScalar() && !(*results)[0].IsRecord() && !(*results)[0].IsError();
    if (results && !is_number) {
      l.Refuse(call.span, "a function is called for each element of an array of the run, and gives more than one number");
      results.reset();
    }
    return results ? (*results)[0].scalar : Constant(0.0);
  });
  if (!results) return std::nullopt;
  all.type = (*results)[0].type;
  return std::vector<Value>{std::move(all)};
}

}  // namespace

ElementCall::Results CallForEach(Lowering& l, const ElementCall& call, const GivenValues& values, const Dims& extra) {
  if (WritesCode(l) && HasElementsOfRun(call, values)) return CallForEachOfRun(l, call, values);
  const auto element = [&](std::size_t at, bool is_known) {
    GivenValues one = values;
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (!one[i]) continue;
      if (one[i]->dims.size() == call.ranks[i]) continue;
      const Dims own(one[i]->dims.begin() + static_cast<std::ptrdiff_t>(extra.size()), one[i]->dims.end());
      if (!is_known) {
        one[i] = Blank(*one[i], own);
        continue;
      }
      std::vector<std::size_t> offsets(static_cast<std::size_t>(NumElements(own)));
      for (std::size_t k = 0; k < offsets.size(); ++k) offsets[k] = at * offsets.size() + k;
      one[i] = Gather(*one[i], own, offsets);
    }
    return one;
  };
  const auto count = static_cast<std::size_t>(NumElements(extra));
  if (count == 0) {
    auto promised = call.promise(element(0, false));
    if (!promised) return std::nullopt;
    for (Value& value : *promised) value = Repeated(value, extra);
    return promised;
  }
  std::vector<std::vector<Value>> columns(call.num_outputs);
  for (std::size_t i = 0; i < count; ++i) {
    auto results = call.run(element(i, true));
    if (!results) return std::nullopt;
    for (std::size_t k = 0; k < columns.size(); ++k) columns[k].push_back(std::move((*results)[k]));
  }
  std::vector<Value> results;
  for (std::vector<Value>& column : columns) {
    const bool is_given =
        std::none_of(column.begin(), column.end(), [](const Value& v) { return v.IsError(); });
    results.push_back(is_given ? Stacked(l, extra, std::move(column), call.span) : Value());
  }
  return results;
}

}  // namespace daedalus::semantics
