#include "daedalus/execute/unknown_facts.h"

#include <algorithm>

namespace daedalus::execute {

std::vector<char> UntestedUnknowns(const UnknownFacts& facts) {
  if (std::ranges::none_of(facts.index, [](std::uint8_t index) { return index > 1; })) return {};
  std::vector<char> out(facts.index.size());
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = facts.index[v] > 1 && !facts.is_differential[v];
  return out;
}

}  // namespace daedalus::execute
