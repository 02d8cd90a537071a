// Runs the real binary as a user would, in a folder of its own, and keeps what it printed.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace daedalus::e2e {

struct Outcome {
  int exit_code = -1;
  std::string out;
  std::string err;
};

// A folder that is empty at the start of each test and gone at its end.
class EndToEnd : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  // Arguments are passed as they are, without a shell.
  Outcome Daedalus(const std::vector<std::string>& arguments, const std::string& standard_input = "") const;
  // The same, but sends `signal` after `seconds`.
  Outcome DaedalusWithSignal(const std::vector<std::string>& arguments, int signal, double seconds) const;
  // The same, but sends it once `file` has some content (or after a minute): a slow machine takes its time.
  // `times`: so often, a millisecond apart.
  Outcome DaedalusWithSignalOnceWritten(const std::vector<std::string>& arguments, int signal,
                                        const std::string& file, int times = 1) const;
  // Writes a file into the folder and returns its path.
  std::string Write(const std::string& name, const std::string& content) const;
  std::string Read(const std::string& name) const;
  std::string PathOf(const std::string& name) const { return (folder_ / name).string(); }
  bool Exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
  static std::string Model(const std::string& name) {
    return std::string(DAEDALUS_SOURCE_DIR) + "/models/" + name;
  }

  std::filesystem::path folder_;

 private:
  pid_t Start(const std::vector<std::string>& arguments, const std::string& standard_input) const;
  Outcome Finish(pid_t child) const;
};

}  // namespace daedalus::e2e
