// "Did you mean": the known name nearest to a misspelt one.
#pragma once

#include <string>
#include <string_view>

namespace daedalus {

// Insertions, deletions, replacements and exchanges of neighbours that turn one text into the other (optimal
// string alignment, Damerau 1964), or `limit` + 1 when it takes more.
int EditDistance(std::string_view a, std::string_view b, int limit);

// Keeps the nearest of the names offered to it; of equally near ones the first.
class NearestName {
 public:
  explicit NearestName(std::string_view wanted);
  void Offer(std::string_view name);
  // "did you mean `x`?", or an empty text if no name is near.
  std::string Hint() const;

 private:
  std::string wanted_;
  std::string best_;
  int best_distance_;
};

}  // namespace daedalus
