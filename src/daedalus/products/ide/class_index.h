// The names of all classes of many files, for a search over libraries. The trees are read and dropped: the
// whole standard library costs a few megabytes so, and hundreds with its trees.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daedalus::ide {

struct NamedClass {
  std::string name;  // full
  std::string kind;  // "model", "package", ...
};

class ClassIndex {
 public:
  // Reads files that are new or have changed, and forgets those that are no longer among them. `goes_on` is
  // asked before each; false ends the reading, and what was read is kept.
  void Update(const std::vector<std::string>& files, const std::function<bool()>& goes_on);

  // At most `limit` classes, the best first: those whose own name is the query, then begins with it, then
  // contains it; then those whose full name contains it. Capital and small letters are the same.
  std::vector<NamedClass> Find(std::string_view query, std::size_t limit) const;

 private:
  struct File {
    std::pair<std::int64_t, std::uintmax_t> stamp;  // time of the last change, size
    std::vector<NamedClass> classes;
  };
  std::map<std::string, File> files_;
};

}  // namespace daedalus::ide
