#include "daedalus/results/trajectory.h"

#include <algorithm>

namespace daedalus::results {
namespace {

std::optional<std::size_t> Find(const std::vector<std::string>& names, std::string_view name) {
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) return std::nullopt;
  return static_cast<std::size_t>(it - names.begin());
}

}  // namespace

std::optional<std::size_t> Trajectory::FindSignal(std::string_view name) const {
  return Find(names, name);
}

std::optional<std::size_t> Trajectory::FindConstant(std::string_view name) const {
  return Find(constant_names, name);
}

}  // namespace daedalus::results
