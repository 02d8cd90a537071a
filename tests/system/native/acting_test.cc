// Native functions that act: texts, files, and the generator that keeps its state.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "daedalus/system/native/native_call.h"
#include "daedalus/system/native/outside.h"
#include "daedalus/system/native/random.h"

namespace daedalus::native {
namespace {

class Acting : public testing::Test {
 protected:
  Acting()
      : folder_(std::filesystem::temp_directory_path() / ("daedalus_acting_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
    outside_.print = [this](std::string_view line) { printed_.emplace_back(line); };
  }
  ~Acting() override { std::filesystem::remove_all(folder_); }

  std::string In(const std::string& name) const { return (folder_ / name).string(); }

  std::optional<std::string> Call(std::string_view name, const std::vector<std::string>& texts) {
    NativeCall call;
    for (const std::string& text : texts) call.arguments.push_back({{}, {text}, nullptr, {}});
    call.outside = &outside_;
    const Native* const native = FindNative(name);
    EXPECT_NE(native, nullptr) << name;
    EXPECT_EQ(native->reach, Reach::kActs);
    EXPECT_EQ(native->num_arguments, texts.size());
    return native->function(call);
  }

  static std::string TextOf(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::filesystem::path folder_;
  Outside outside_;
  std::vector<std::string> printed_;
};

TEST_F(Acting, TextsGoToTheListenerOrToTheEndOfAFile) {
  EXPECT_EQ(Call("ModelicaInternal_print", {"a line", ""}), std::nullopt);
  EXPECT_EQ(printed_, std::vector<std::string>{"a line"});
  EXPECT_EQ(Call("ModelicaInternal_print", {"one", In("f")}), std::nullopt);
  EXPECT_EQ(Call("ModelicaInternal_print", {"two", In("f")}), std::nullopt);
  EXPECT_EQ(TextOf(In("f")), "one\ntwo\n");
  EXPECT_EQ(Call("ModelicaInternal_print", {"x", In("no/f")}), "`" + In("no/f") + "` cannot be written");
}

TEST_F(Acting, FilesAreCopiedMovedAndRemoved) {
  std::ofstream(In("a")) << "text";
  EXPECT_EQ(Call("ModelicaInternal_copyFile", {In("a"), In("b")}), std::nullopt);
  EXPECT_NE(Call("ModelicaInternal_copyFile", {In("a"), In("b")}), std::nullopt) << "nothing is overwritten";
  EXPECT_EQ(Call("ModelicaInternal_rename", {In("b"), In("c")}), std::nullopt);
  EXPECT_NE(Call("ModelicaInternal_rename", {In("a"), In("c")}), std::nullopt);
  EXPECT_EQ(TextOf(In("c")), "text");
  EXPECT_EQ(Call("ModelicaInternal_mkdir", {In("d")}), std::nullopt);
  EXPECT_NE(Call("ModelicaInternal_removeFile", {In("d")}), std::nullopt);
  EXPECT_EQ(Call("ModelicaInternal_rmdir", {In("d")}), std::nullopt);
  EXPECT_EQ(Call("ModelicaInternal_removeFile", {In("c")}), std::nullopt);
  EXPECT_EQ(Call("ModelicaInternal_removeFile", {In("c")}), std::nullopt)
      << "what is not there need not be removed";
  EXPECT_FALSE(std::filesystem::exists(In("c")));
}

// The same numbers as the generator whose state is given and returned.
TEST_F(Acting, TheHiddenGeneratorIsXorshift1024Star) {
  const Native* const draw = FindNative("ModelicaRandom_impureRandom_xorshift1024star");
  NativeCall drawing;
  drawing.arguments.push_back({{715827883}, {}, nullptr, {}});
  drawing.outside = &outside_;
  EXPECT_NE(draw->function(drawing), std::nullopt) << "it has no state yet";
  NativeCall setting;
  std::vector<std::int32_t> state;
  for (int i = 0; i < 33; ++i) state.push_back(i * 1234567 + 89);
  state[32] = 14;
  setting.arguments.push_back({{state.begin(), state.end()}, {}, nullptr, {33}});
  setting.arguments.resize(3);
  setting.outside = &outside_;
  EXPECT_EQ(FindNative("ModelicaRandom_setInternalState_xorshift1024star")->function(setting), std::nullopt);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(draw->function(drawing), std::nullopt);
    EXPECT_EQ(drawing.result.number(), Xorshift1024Star(state));
  }
}

}  // namespace
}  // namespace daedalus::native
