#include "daedalus/base/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <vector>

namespace daedalus {
namespace {

// A third of the letters may differ, at least one.
int Tolerance(std::string_view name) {
  return std::clamp(static_cast<int>(name.size()) / 3, 1, 4);
}

std::string Lowered(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lowered;
}

}  // namespace

int EditDistance(std::string_view a, std::string_view b, int limit) {
  if (std::abs(static_cast<int>(a.size()) - static_cast<int>(b.size())) > limit) return limit + 1;
  std::vector<int> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return std::min(above[b.size()], limit + 1);
}

NearestName::NearestName(std::string_view wanted) : wanted_(wanted), best_distance_(Tolerance(wanted) + 1) {}

void NearestName::Offer(std::string_view name) {
  if (name == wanted_) return;
  // Names that differ in case only are nearest of all.
  const int distance = Lowered(name) == Lowered(wanted_) ? 0 : EditDistance(wanted_, name, best_distance_);
  if (distance >= best_distance_ || distance >= static_cast<int>(std::max(name.size(), wanted_.size())))
    return;
  best_distance_ = distance;
  best_ = name;
}

std::string NearestName::Hint() const {
  return best_.empty() ? std::string() : "did you mean `" + best_ + "`?";
}

}  // namespace daedalus
