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

inline constexpr std::uint32_t kNoGroup = 0xffffffff;

// The items item_of(0) .. item_of(count - 1), each in the group group_of(i): below num_groups, or kNoGroup to
// be left out. In each group they keep their order. A counting sort: linear.
template <class T, class GroupOf, class ItemOf>
Grouped<T> GroupItems(std::size_t count, std::size_t num_groups, const GroupOf& group_of,
                      const ItemOf& item_of) {
  Grouped<T> grouped;
  // One place further than at the end, so that the second loop, which moves each start to its end, leaves the
  // starts where they belong.
  grouped.starts.assign(num_groups + 2, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t group = group_of(i);
    if (group != kNoGroup) ++grouped.starts[group + 2];
  }
  for (std::size_t g = 2; g < grouped.starts.size(); ++g) grouped.starts[g] += grouped.starts[g - 1];
  grouped.items.resize(grouped.starts.back());
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t group = group_of(i);
    if (group != kNoGroup) grouped.items[grouped.starts[group + 1]++] = item_of(i);
  }
  grouped.starts.pop_back();
  return grouped;
}

}  // namespace daedalus::connect
