// The rooms of docs/architecture.md: a room includes only rooms that stand above it, and the numerical ones
// know nothing of models.
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

// A room is a folder of a storey, or the files of a storey that stand in no folder.
const std::vector<std::string> kRooms = {"base",
                                         "base/diagnostics",
                                         "structure",
                                         "system/guest",
                                         "system/native",
                                         "system/units",
                                         "system/expr",
                                         "system/routine",
                                         "system",
                                         "system/connect",
                                         "system/clocks",
                                         "system/compose",
                                         "language/syntax",
                                         "language/library",
                                         "language/scope",
                                         "language/semantics",
                                         "numerics/linear",
                                         "numerics/nonlinear",
                                         "numerics/integrate",
                                         "programs/causal",
                                         "programs/codegen",
                                         "programs/execute",
                                         "programs/inlined",
                                         "programs/array",
                                         "results",
                                         "model/initialize",
                                         "model/hybrid",
                                         "model/compile",
                                         "model/simulate",
                                         "model",
                                         "run",
                                         "products/exported",
                                         "products/analyze",
                                         "products/cad",
                                         "products/drawing",
                                         "products/fmi",
                                         "products/fmu",
                                         "products/page",
                                         "products/imported",
                                         "products/driver",
                                         "products/ide",
                                         "products/lsp",
                                         "products/server",
                                         "products/cli"};

// Rooms that know less than what stands above them: they can be understood, tested and linked alone.
const std::map<std::string, std::set<std::string>> kRestricted = {
    {"structure", {"base"}},
    {"system/guest", {"base"}},
    {"system/native", {"base", "system/guest"}},
    {"system/units", {"base"}},
    {"system/expr", {"base"}},
    {"system/routine", {"base", "system/native", "system/expr"}},
    {"system/connect", {"base"}},
    {"numerics/linear", {"base"}},
    {"numerics/nonlinear", {"base", "numerics/linear"}},
    {"numerics/integrate", {"base", "numerics/linear"}},
    {"results", {"base", "base/diagnostics"}},
    {"products/drawing",
     {"base", "base/diagnostics", "system/units", "system", "language/syntax", "language/library",
      "language/scope", "language/semantics"}},
    {"language/syntax", {"base", "base/diagnostics"}},
    {"language/library", {"base", "base/diagnostics", "language/syntax"}},
};

int Position(const std::string& room) {
  const auto at = std::find(kRooms.begin(), kRooms.end(), room);
  return at == kRooms.end() ? -1 : static_cast<int>(at - kRooms.begin());
}

// The room of a file, from its path below src/daedalus: "system/expr/graph.h" is in system/expr, and
// "system/system.h" in system.
std::string RoomOf(const std::string& path) {
  const size_t storey = path.find('/');
  const size_t folder = path.find('/', storey + 1);
  if (folder != std::string::npos && Position(path.substr(0, folder)) >= 0) return path.substr(0, folder);
  return path.substr(0, storey);
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
    const std::string room = RoomOf(fs::relative(entry.path(), root).generic_string());
    ASSERT_GE(Position(room), 0) << entry.path() << " is in a room that the list does not know";
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      if (!line.starts_with(include)) continue;
      ++num_includes;
      const std::string included = RoomOf(line.substr(include.size()));
      EXPECT_TRUE(MayInclude(room, included)) << entry.path().string() << " includes from " << included;
    }
  }
  EXPECT_GT(num_includes, 50) << "the walk found the sources";
}

// The storeys stand in the order in which the list first names them, and no storey is left and entered again.
TEST(Architecture, TheRoomsOfAStoreyStandTogether) {
  std::vector<std::string> storeys;
  for (const std::string& room : kRooms) {
    const std::string storey = room.substr(0, room.find('/'));
    if (storeys.empty() || storeys.back() != storey) storeys.push_back(storey);
  }
  const std::set<std::string> once(storeys.begin(), storeys.end());
  EXPECT_EQ(once.size(), storeys.size());
}

// Each folder of src/daedalus is a room, a storey, or a part of a room, and the picture names each room.
TEST(Architecture, ThePictureNamesEachRoom) {
  std::ifstream page(fs::path(DAEDALUS_SOURCE_DIR) / "docs" / "architecture.md");
  std::set<std::string> named;
  std::string storey;
  for (std::string line; std::getline(page, line);) {
    const size_t end = line.find("/ ");
    if (end == std::string::npos) continue;
    if (line[0] != ' ') storey = line.substr(0, end);
    const size_t begin = line.find_first_not_of(' ');
    named.insert(begin == 0 ? storey : storey + "/" + line.substr(begin, end - begin));
  }
  for (const std::string& room : kRooms) EXPECT_TRUE(named.contains(room)) << room;
}

TEST(Architecture, TheIntegratorSuiteDoesNotKnowSundials) {
  const fs::path root = fs::path(DAEDALUS_SOURCE_DIR) / "src" / "daedalus";
  int num_files = 0;
  for (const std::string room : {"numerics/linear", "numerics/integrate"}) {
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
