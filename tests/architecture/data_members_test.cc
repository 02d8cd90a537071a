// No class has more than 20 data members: more hide several ideas. The classes that had more when this rule
// was made stand in large_classes.txt, and may only shrink.
#include "architecture/data_members.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace daedalus::architecture {
namespace {

namespace fs = std::filesystem;

constexpr int kMostMembers = 20;

std::string ReadAll(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// "src/daedalus/room/file.h Class" and the number of its members, of the classes over the limit.
using Sizes = std::map<std::string, int>;

Sizes FindLarge(int& num_classes) {
  Sizes large;
  const fs::path root(DAEDALUS_SOURCE_DIR);
  for (const auto& entry : fs::recursive_directory_iterator(root / "src")) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cc") continue;
    const std::string file = fs::relative(entry.path(), root).generic_string();
    for (const ClassSize& found : CountDataMembers(ReadAll(entry.path()))) {
      ++num_classes;
      if (found.num_members > kMostMembers) large[file + " " + found.name] = found.num_members;
    }
  }
  return large;
}

Sizes ReadKnown() {
  Sizes known;
  std::ifstream list(fs::path(DAEDALUS_SOURCE_DIR) / "tests" / "architecture" / "large_classes.txt");
  for (std::string line; std::getline(list, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    int num_members = 0;
    std::string file, name;
    words >> num_members >> file >> name;
    known[file + " " + name] = num_members;
  }
  return known;
}

TEST(DataMembers, NoClassGrowsLarge) {
  int num_classes = 0;
  const Sizes large = FindLarge(num_classes), known = ReadKnown();
  EXPECT_GT(num_classes, 1000) << "the walk found the sources";
  for (const auto& [place, num_members] : large) {
    const auto listed = known.find(place);
    if (listed == known.end()) {
      ADD_FAILURE() << place << " has " << num_members << " data members, at most " << kMostMembers
                    << " are allowed: cut it into pieces with one idea each";
    } else if (num_members > listed->second) {
      ADD_FAILURE() << place << " has grown from " << listed->second << " to " << num_members << " members";
    }
  }
}

TEST(DataMembers, TheListOfLargeClassesOnlyShrinks) {
  int num_classes = 0;
  const Sizes large = FindLarge(num_classes);
  for (const auto& [place, num_members] : ReadKnown()) {
    const auto found = large.find(place);
    const int present = found == large.end() ? 0 : found->second;
    EXPECT_GE(present, num_members) << place << " is smaller now: large_classes.txt must say so";
  }
}

int CountIn(const std::string& body) {
  const auto found = CountDataMembers("struct S {" + body + "};");
  return found.empty() ? -1 : found.back().num_members;
}

TEST(DataMembers, EachDeclaratorCounts) {
  EXPECT_EQ(CountIn("int a; double b = 1, c{2}, *d;"), 4);
  EXPECT_EQ(CountIn("std::map<int, double> m; std::function<void(int, double)> f;"), 2);
  EXPECT_EQ(CountIn("std::array<int, 3> a = {1, 2, 3}, b; bool is_set : 1;"), 3);
  EXPECT_EQ(CountIn("const char* text = \"a; int b;\"; char c = ';'; int n = 1'000;"), 3);
  EXPECT_EQ(CountIn("[[no_unique_address]] A a; alignas(64) int b; int table[4][2];"), 3);
  EXPECT_EQ(CountIn("mutable std::vector<std::vector<int>> a_, b_;"), 2);
  EXPECT_EQ(CountIn("std::unique_ptr<T> p = std::make_unique<T, U>(1, 2); int z;"), 2);
}

TEST(DataMembers, FunctionsTypesAndStaticMembersDoNotCount) {
  EXPECT_EQ(CountIn("int F() const; int G(int a, int b = 2) { return a + b; } static int s;"), 0);
  EXPECT_EQ(CountIn("S(int a) : a_{a}, b_(a) { int local = 1; } explicit S(); ~S(); int a_, b_;"), 2);
  EXPECT_EQ(CountIn("using T = int; enum class E { kA, kB }; static constexpr int kMost = 3; class F;"), 0);
  EXPECT_EQ(CountIn("bool operator()(int a) const { return a; } auto operator<=>(const S&) const = default;"),
            0);
  EXPECT_EQ(CountIn("template <class T> void F(T t) { t(); } friend class U; virtual int H() = 0; int a;"),
            1);
  EXPECT_EQ(CountIn("public: int a; // int b;\n/* int c; */ private: int d;"), 2);
  EXPECT_EQ(
      CountIn("std::vector<int> F(std::map<int, int> m); const std::vector<int>& g() const { return a; } "
              "std::vector<int> a;"),
      1);
}

TEST(DataMembers, NestedClassesCountForThemselves) {
  const auto found = CountDataMembers(
      "template <class T, class U> class Outer final : public Base<T> { struct Inner { int a, b; }; "
      "struct { int c; } unnamed_; Inner inner_; struct Declared; };"
      "enum class E { kA }; class Later; void F() { struct Local { int x; }; }");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].name, "Outer::Inner");
  EXPECT_EQ(found[0].num_members, 2);
  EXPECT_EQ(found[1].num_members, 1);
  EXPECT_EQ(found[2].name, "Outer");
  EXPECT_EQ(found[2].num_members, 2);
  EXPECT_EQ(found[3].name, "Local");
  EXPECT_EQ(found[3].num_members, 1);
}

}  // namespace
}  // namespace daedalus::architecture
