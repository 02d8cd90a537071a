// The first thing of each key in a group: a table by key that starts empty for every group, without being
// cleared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace daedalus::connect {

class FirstOfKey {
 public:
  explicit FirstOfKey(std::size_t num_keys) : entries_(num_keys) {}

  // The thing of the group for the key; if there is none, `thing`, which is stored. A group that was
  // interrupted by another one starts empty again.
  std::uint32_t FindOrAdd(std::uint32_t group, std::uint32_t key, std::uint32_t thing) {
    Entry& entry = entries_[key];
    if (entry.group != group) entry = {group, thing};
    return entry.first;
  }

 private:
  struct Entry {
    std::uint32_t group = 0xffffffff;
    std::uint32_t first = 0;
  };
  std::vector<Entry> entries_;
};

}  // namespace daedalus::connect
