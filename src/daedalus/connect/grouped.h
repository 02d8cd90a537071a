// Lists of things, one list after the other in one vector: what a vector of vectors says, in two allocations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace daedalus::connect {

template <class T>
struct Grouped {
  std::vector<T> items;
  std::vector<std::uint32_t> starts{0};  // group g is items[starts[g]] .. items[starts[g + 1] - 1]

  std::size_t size() const { return starts.size() - 1; }
  std::span<const T> operator[](std::size_t group) const {
    return {items.data() + starts[group], starts[group + 1] - starts[group]};
  }
  // Ends the group that was being filled: the items added since the group before it.
  void CloseGroup() { starts.push_back(static_cast<std::uint32_t>(items.size())); }
};

// items[i] goes to group groups[i], below num_groups; in each group they keep the order in which they were
// given. A counting sort: linear.
template <class T>
Grouped<T> GroupItems(std::span<const T> items, std::span<const std::uint32_t> groups,
                      std::size_t num_groups) {
  Grouped<T> grouped;
  grouped.starts.assign(num_groups + 1, 0);
  for (const std::uint32_t group : groups) ++grouped.starts[group + 1];
  for (std::size_t g = 0; g < num_groups; ++g) grouped.starts[g + 1] += grouped.starts[g];
  std::vector<std::uint32_t> next(grouped.starts.begin(), grouped.starts.end() - 1);
  grouped.items.resize(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) grouped.items[next[groups[i]]++] = items[i];
  return grouped;
}

}  // namespace daedalus::connect
