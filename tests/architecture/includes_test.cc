// The rooms of docs/architecture.md: a folder of src/daedalus includes only folders that stand above it, and
// the numerical folders know nothing of models.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kRooms = {
    "base",      "diagnostics", "syntax",     "library", "scope",     "native",    "units",
    "expr",      "routine",     "system",     "connect", "compose",   "structure", "clocks",
    "semantics", "linear",      "causal",     "codegen", "nonlinear", "integrate", "execute",
    "inlined",   "array",       "initialize", "hybrid",  "compile",   "exported",  "results",
    "simulate",  "analyze",     "model",      "run",     "driver",    "cli"};

const std::map<std::string, std::set<std::string>> kRestricted = {
    {"structure", {"base"}},
    {"native", {"base"}},
    {"units", {"base"}},
    {"expr", {"base"}},
    {"routine", {"base", "native", "expr"}},
    {"connect", {"base"}},
    {"linear", {"base"}},
    {"nonlinear", {"base", "linear"}},
    {"integrate", {"base", "linear"}},
    {"results", {"base", "diagnostics"}},
    {"syntax", {"base", "diagnostics"}},
    {"library", {"base", "diagnostics", "syntax"}},
};

int Position(const std::string& room) {
  const auto at = std::find(kRooms.begin(), kRooms.end(), room);
  return at == kRooms.end() ? -1 : static_cast<int>(at - kRooms.begin());
}

bool MayInclude(const std::string& from, const std::string& to) {
  if (from == to) return true;
  const auto restricted = kRestricted.find(from);
  if (restricted != kRestricted.end()) return restricted->second.contains(to);
  return Position(to) < Position(from);
}

TEST(Architecture, AFolderIncludesOnlyFoldersAboveIt) {
  const fs::path root = fs::path(DAEDALUS_SOURCE_DIR) / "src" / "daedalus";
  const std::string include = "#include \"daedalus/";
  int num_includes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cc") continue;
    const std::string room = fs::relative(entry.path(), root).begin()->string();
    ASSERT_GE(Position(room), 0) << entry.path() << " is in a room that the list does not know";
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      if (!line.starts_with(include)) continue;
      ++num_includes;
      const std::string included =
          line.substr(include.size(), line.find('/', include.size()) - include.size());
      EXPECT_TRUE(MayInclude(room, included)) << entry.path().string() << " includes from " << included;
    }
  }
  EXPECT_GT(num_includes, 50) << "the walk found the sources";
}

// The suite of integrators needs Eigen and SuiteSparse only: what speaks to SUNDIALS stands in folders of
// that name, and is included from there, from the registry of methods, and from `nonlinear` and above.
TEST(Architecture, TheIntegratorSuiteDoesNotKnowSundials) {
  const fs::path root = fs::path(DAEDALUS_SOURCE_DIR) / "src" / "daedalus";
  int num_files = 0;
  for (const std::string room : {"linear", "integrate"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / room)) {
      const std::string parent = entry.path().parent_path().filename().string();
      const std::string extension = entry.path().extension().string();
      if ((extension != ".h" && extension != ".cc") || parent == "sundials" || parent == "suite") continue;
      ++num_files;
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) {
        const bool speaks = line.starts_with("#include") && (line.find("sundials") != std::string::npos ||
                                                             line.find("<ida/") != std::string::npos);
        EXPECT_FALSE(speaks) << entry.path().string() << ": " << line;
      }
    }
  }
  EXPECT_GT(num_files, 20) << "the walk found the sources";
}

}  // namespace
