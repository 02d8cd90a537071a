#include "grid_store.h"

#include <algorithm>
#include <limits>

namespace daedalus::python {

Result<Unit> GridStore::Begin(const run::RunInfo& info) {
  grid_ = info.settings->grid;
  next_ = 0;
  if (out_.size() != names_.size() * static_cast<std::size_t>(grid_.num_points()))
    return Fail(Error(Code::kBadOption, {},
                      "the output grid of the run has {} points, which is not that of the sweep",
                      grid_.num_points()));
  std::ranges::fill(out_, std::numeric_limits<double>::quiet_NaN());
  sources_.clear();
  const auto known = model_.NamesFor(*info.given);
  for (const std::string& name : names_) {
    const ResultName* const found = known->Find(name);
    if (found == nullptr)
      return Fail(
          Error(Code::kBadOption, {}, "`{}` is not a variable of `{}`", name, info.given->system->name)
              .Hint(known->HintFor(name)));
    const auto sign = static_cast<double>(found->sign);
    if (found->kind == ResultName::Kind::kColumn) {
      sources_.push_back({.index = found->index, .sign = sign});
    } else {
      const bool is_parameter = found->kind == ResultName::Kind::kParameter;
      const auto& constants = is_parameter ? info.given->parameters : info.given->alias_values;
      sources_.push_back({.is_constant = true, .constant = sign * constants[found->index]});
    }
  }
  return Unit{};
}

Result<Unit> GridStore::Point(double t, std::span<const double> values) {
  const std::int64_t num_points = grid_.num_points();
  while (next_ < num_points && grid_.Time(next_) < t) ++next_;
  if (next_ == num_points || grid_.Time(next_) != t) return Unit{};
  double* out = out_.data() + next_;
  for (const Source& source : sources_) {
    *out = source.is_constant ? source.constant : source.sign * values[source.index];
    out += num_points;
  }
  return Unit{};
}

}  // namespace daedalus::python
