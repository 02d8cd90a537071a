// The forms in which an integrator sees a model (docs/decisions/056): below run/, one file chooses what is
// compiled, one file makes the steps, and one refuses options. No other file asks which form it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;

std::string TextOf(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool AsksForTheForm(const std::string& text) {
  static const std::regex question(
      R"((==|!=|case)\s*(simulate::)?ModelForm::k|ModelForm::k\w+\s*(==|!=)|dynamic_cast<[^>]*(View|Steps)\b)");
  return std::regex_search(text, question);
}

TEST(Forms, NoFileBelowRunAsksWhichFormItIs) {
  const std::set<std::string> may_ask = {"model/simulate/compiled_model.cc",
                                         "model/simulate/compiled_model.h", "model/simulate/index_claims.cc",
                                         "model/simulate/forms/segment_steps.cc"};
  std::set<std::string> asking;
  for (const char* storey : {"base", "structure", "system", "language", "numerics", "programs", "model"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path("src/daedalus") / storey)) {
      const std::string extension = entry.path().extension();
      if (extension != ".cc" && extension != ".h") continue;
      if (AsksForTheForm(TextOf(entry.path())))
        asking.insert(fs::relative(entry.path(), "src/daedalus").generic_string());
    }
  }
  EXPECT_EQ(asking, may_ask);
}

TEST(Forms, QuestionsAreRecognised) {
  EXPECT_TRUE(AsksForTheForm("if (settings.form == ModelForm::kInline) return;"));
  EXPECT_TRUE(AsksForTheForm("return form_ != simulate::ModelForm::kDae;"));
  EXPECT_TRUE(AsksForTheForm("case ModelForm::kOde:"));
  EXPECT_TRUE(AsksForTheForm("dynamic_cast<const CausalView*>(view)"));
  EXPECT_FALSE(AsksForTheForm("settings.form = ModelForm::kOde;"));
}

// The two programs that drive a model from outside stay short: what they need is in the library.
TEST(ExchangePrograms, AreAtMost120Lines) {
  for (const char* program : {"exchange_euler.cc", "exchange_cvode.cc"}) {
    std::ifstream file(fs::path("tests/install") / program);
    const auto lines = std::count(std::istreambuf_iterator<char>(file), {}, '\n');
    EXPECT_GT(lines, 0) << program;
    EXPECT_LE(lines, 120) << program;
  }
}

}  // namespace
