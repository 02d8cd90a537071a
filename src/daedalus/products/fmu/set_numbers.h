// Numbers that the importer has set, by their value references. Each of them is finite.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace daedalus::fmu {

class SetNumbers {
 public:
  SetNumbers() = default;
  explicit SetNumbers(const std::map<std::uint32_t, double>& numbers) {
    for (const auto& [reference, value] : numbers) Set(reference, value);
  }

  void Set(std::uint32_t reference, double value) {
    if (reference >= values_.size()) values_.resize(reference + std::size_t{1}, kNotSet);
    values_[reference] = value;
  }
  std::optional<double> Find(std::uint32_t reference) const {
    if (reference >= values_.size() || std::isnan(values_[reference])) return std::nullopt;
    return values_[reference];
  }
  void Clear() { values_.clear(); }

  // In the order of the references.
  std::map<std::uint32_t, double> All() const {
    std::map<std::uint32_t, double> out;
    for (std::uint32_t i = 0; i < values_.size(); ++i) {
      if (!std::isnan(values_[i])) out.emplace_hint(out.end(), i, values_[i]);
    }
    return out;
  }

 private:
  static constexpr double kNotSet = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> values_;
};

}  // namespace daedalus::fmu
