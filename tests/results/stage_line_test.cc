#include "daedalus/results/stage_line.h"

#include <gtest/gtest.h>

namespace daedalus::results {
namespace {

using std::chrono::milliseconds;

class StageLines : public testing::Test {
 protected:
  StageLineOptions Options(milliseconds patience) {
    StageLineOptions options;
    options.enabled = true;
    options.patience = patience;
    options.interval = milliseconds(2);
    options.write = [this](const std::string& text) {
      const std::lock_guard lock(mutex_);
      written_ += text;
    };
    return options;
  }
  std::string Written() {
    const std::lock_guard lock(mutex_);
    return written_;
  }
  // Waits for the text; false after ten seconds.
  bool Appears(const std::string& text) {
    for (int i = 0; i < 5000; ++i) {
      if (Written().find(text) != std::string::npos) return true;
      std::this_thread::sleep_for(milliseconds(2));
    }
    return false;
  }

 private:
  std::mutex mutex_;
  std::string written_;
};

TEST_F(StageLines, LongStagesAreNamedOneAfterTheOther) {
  StageLine line(Options(milliseconds(5)));
  line.Enter("flatten");
  EXPECT_TRUE(Appears("flatten  0 s"));
  line.Enter("initialize");
  EXPECT_TRUE(Appears("initialize  0 s"));
}

TEST_F(StageLines, SecondsAreThoseOfTheStage) {
  StageLine line(Options(milliseconds(5)));
  line.Enter("codegen");
  EXPECT_TRUE(Appears("codegen  1 s"));
}

TEST_F(StageLines, TheLineIsWipedBeforeOthersWriteAndAtTheEnd) {
  {
    StageLine line(Options(milliseconds(5)));
    line.Enter("structure");
    ASSERT_TRUE(Appears("structure"));
    line.Yield();
    EXPECT_TRUE(Written().ends_with("\r\x1b[K"));
    line.Enter("integrate");
    ASSERT_TRUE(Appears("integrate"));
  }
  EXPECT_TRUE(Written().ends_with("\r\x1b[K"));
}

TEST_F(StageLines, ShortStagesAndNoStageShowNothing) {
  {
    StageLine line(Options(milliseconds(60000)));
    line.Enter("flatten");
    std::this_thread::sleep_for(milliseconds(20));
    line.Enter("structure");
  }
  {
    StageLine line(Options(milliseconds(1)));
    std::this_thread::sleep_for(milliseconds(20));
    StageLineOptions off = Options(milliseconds(1));
    off.enabled = false;
    StageLine none(off);
    none.Enter("flatten");
    std::this_thread::sleep_for(milliseconds(20));
  }
  EXPECT_EQ(Written(), "");
}

}  // namespace
}  // namespace daedalus::results
