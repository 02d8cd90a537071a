// The positions of some values among others. They are usually consecutive, like the states of an array, and
// are then copied as a block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace daedalus::inlined {

class Places {
 public:
  Places() = default;
  // Ids of variables or parameters.
  template <class Id>
  explicit Places(const std::vector<Id>& ids) {
    for (const Id id : ids) places_.push_back(id.value);
    for (std::size_t i = 0; i < places_.size(); ++i)
      are_consecutive_ = are_consecutive_ && places_[i] == places_[0] + i;
  }

  std::size_t size() const { return places_.size(); }

  void Read(std::span<const double> all, std::span<double> some) const {
    if (places_.empty()) return;
    if (are_consecutive_) {
      std::copy_n(all.data() + places_[0], places_.size(), some.data());
      return;
    }
    for (std::size_t i = 0; i < places_.size(); ++i) some[i] = all[places_[i]];
  }
  void Write(std::span<const double> some, std::span<double> all) const {
    if (places_.empty()) return;
    if (are_consecutive_) {
      std::copy_n(some.data(), places_.size(), all.data() + places_[0]);
      return;
    }
    for (std::size_t i = 0; i < places_.size(); ++i) all[places_[i]] = some[i];
  }

 private:
  std::vector<std::uint32_t> places_;
  bool are_consecutive_ = true;
};

}  // namespace daedalus::inlined
