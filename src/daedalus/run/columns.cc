#include "daedalus/run/columns.h"

#include <utility>

namespace daedalus::run {

Result<Unit> Columns::Begin(const RunInfo& info) {
  begun_ = info.given;
  return Unit{};
}

Result<Unit> Columns::Point(double t, std::span<const double> values) {
  if (begun_) {
    given_ = std::exchange(begun_, nullptr);
    times_.clear();
    values_.clear();
  }
  times_.push_back(t);
  values_.insert(values_.end(), values.begin(), values.end());
  return Unit{};
}

std::span<const double> Columns::Row(std::size_t point) const {
  const std::size_t width = values_.size() / times_.size();
  return std::span(values_).subspan(point * width, width);
}

std::span<const Quantity> Columns::quantities() const {
  return given_ ? std::span<const Quantity>(given_->quantities) : std::span<const Quantity>();
}

std::optional<std::size_t> Columns::Find(std::string_view name) const {
  for (std::size_t i = 0; i < quantities().size(); ++i) {
    if (NameOf(*given_->system, quantities()[i]) == name) return i;
  }
  return std::nullopt;
}

std::vector<double> Columns::Column(std::size_t column) const {
  std::vector<double> out;
  out.reserve(num_points());
  for (std::size_t i = 0; i < num_points(); ++i) out.push_back(Row(i)[column]);
  return out;
}

}  // namespace daedalus::run
