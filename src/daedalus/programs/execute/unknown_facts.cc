#include "daedalus/programs/execute/unknown_facts.h"

#include <algorithm>

namespace daedalus::execute {

std::vector<integrate::Sign> SignsOf(std::span<const double> min, std::span<const double> max) {
  using integrate::Sign;
  std::vector<Sign> signs(min.size(), Sign::kAny);
  for (std::size_t v = 0; v < signs.size(); ++v) {
    if (min[v] == 0) signs[v] = Sign::kNonNegative;
    if (max[v] == 0) signs[v] = min[v] == 0 ? Sign::kAny : Sign::kNonPositive;  // both: a constant
  }
  if (std::ranges::all_of(signs, [](Sign sign) { return sign == Sign::kAny; })) signs.clear();
  return signs;
}

std::vector<char> UntestedUnknowns(const UnknownFacts& facts) {
  if (std::ranges::none_of(facts.index, [](std::uint8_t index) { return index > 1; })) return {};
  std::vector<char> out(facts.index.size());
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = facts.index[v] > 1 && !facts.is_differential[v];
  return out;
}

}  // namespace daedalus::execute
