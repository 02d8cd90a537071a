// Every model of models/ has a description whose parts fit together.
#include <cmath>

#include "model/described_text.h"

namespace daedalus::model {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> ModelFiles() {
  std::vector<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(std::string(DAEDALUS_SOURCE_DIR) + "/models")) {
    const std::string path = entry.path().string();
    const bool is_library = path.find("/library/") != std::string::npos;
    if (entry.path().extension() == ".mo" && !is_library) out.push_back(path);
  }
  std::sort(out.begin(), out.end());
  return out;
}

void CheckVariables(const ModelDescription& d) {
  std::set<std::string> names;
  for (const VariableDescription& v : d.variables) {
    EXPECT_TRUE(names.insert(v.name).second) << v.name << " is listed twice";
    EXPECT_FALSE(v.is_structural && v.is_settable) << v.name;
    if (v.alias_of) {
      const VariableDescription& kept = d.variables.at(v.alias_of->variable);
      EXPECT_FALSE(kept.alias_of) << v.name;
      EXPECT_EQ(kept.source.index, v.source.index) << v.name;
      EXPECT_EQ(kept.source.sign * v.alias_of->sign, v.source.sign) << v.name;
    }
    if (v.derivative_of) EXPECT_EQ(v.name, "der(" + d.variables.at(*v.derivative_of).name + ")");
    const bool is_known =
        v.start_kind != StartKind::kCalculated || v.source.kind == ValueSource::Kind::kParameter;
    if (is_known && v.text.empty() && v.type != VariableType::kString)
      EXPECT_TRUE(v.start && std::isfinite(*v.start)) << v.name;
  }
}

void CheckStates(const ModelDescription& d) {
  for (const StateDescription& state : d.states) {
    ASSERT_TRUE(state.variable) << state.name;
    EXPECT_TRUE(state.derivative) << state.name;
    EXPECT_TRUE(state.dependencies) << state.name;
  }
}

TEST(Description, OfEveryModel) {
  const std::vector<std::string> files = ModelFiles();
  EXPECT_GT(files.size(), 80u);
  for (const std::string& file : files) {
    SCOPED_TRACE(file);
    const Described d = DescribedFile(file);
    ASSERT_TRUE(d.description);
    CheckVariables(*d);
    CheckStates(*d);
  }
}

}  // namespace
}  // namespace daedalus::model
