// Killing the process at any moment leaves a readable result file.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>

#include "daedalus/results/reader.h"
#include "daedalus/results/writer.h"
#include "results/mat_with_matio.h"
#include "results/temporary_folder.h"

namespace daedalus::results {
namespace {

constexpr int kNumSignals = 12;

Schema SchemaOf() {
  Schema schema;
  for (int k = 0; k < kNumSignals; ++k) {
    schema.signals.push_back({"x[" + std::to_string(k) + "]", "", "", Signal::Kind::kVariable, 0, {}});
  }
  return schema;
}

// What stands in row i, so that a reader can tell a right row from a wrong one.
double ValueAt(double i, int k) {
  return (i + 1) / (k + 3);
}

[[noreturn]] void WriteForEver(const std::string& path) {
  auto writer = OpenResultWriter(path, SchemaOf());
  double row[kNumSignals];
  for (double i = 0;; ++i) {
    for (int k = 0; k < kNumSignals; ++k) row[k] = ValueAt(i, k);
    if (!(*writer)->Append(i, row)) ::_exit(1);
  }
}

// Starts a writer and kills it when the file has grown to `size`, or right after the start for size 0.
// Returns whether there is a file. Going by size keeps the test honest on a busy machine, where the writer
// may have to wait its turn.
bool WriteAndKill(const std::string& path, std::uintmax_t size) {
  std::filesystem::remove(path);
  const pid_t child = ::fork();
  if (child == 0) WriteForEver(path);
  std::error_code missing;
  for (int i = 0; i < 100'000 && size > 0; ++i) {
    const std::uintmax_t now = std::filesystem::file_size(path, missing);
    if (!missing && now >= size) break;
    ::usleep(50);
  }
  ::kill(child, SIGKILL);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  return std::filesystem::exists(path);
}

class Killed : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Writer, Killed, testing::Values("r.csv", "r.mat"),
                         [](const auto& format) { return std::string(format.param + 2); });

TEST_P(Killed, AtAnyMomentLeavesWholeRows) {
  TemporaryFolder folder;
  const std::string path = folder.File(GetParam());
  std::mt19937 random(5);
  std::size_t most_points = 0;
  for (int attempt = 0; attempt < 40; ++attempt) {
    if (!WriteAndKill(path, attempt % 4 == 0 ? 0 : random() % 1'000'000)) continue;
    const auto read = ReadResult(path);
    ASSERT_TRUE(read.ok()) << read.error()[0].message;
    ASSERT_EQ(read->names.size(), static_cast<std::size_t>(kNumSignals));
    for (std::size_t i = 0; i < read->num_points(); ++i) {
      ASSERT_EQ(read->time[i], static_cast<double>(i));
      for (int k = 0; k < kNumSignals; ++k) {
        ASSERT_EQ(read->Values(static_cast<std::size_t>(k))[i], ValueAt(static_cast<double>(i), k));
      }
    }
    most_points = std::max(most_points, read->num_points());
  }
  EXPECT_GT(most_points, 1000u) << "the writers were killed too early to prove anything";
}

TEST(KilledMat, IsReadableForOtherReadersToo) {
  TemporaryFolder folder;
  const std::string path = folder.File("r.mat");
  std::mt19937 random(6);
  for (int attempt = 0; attempt < 20; ++attempt) {
    if (!WriteAndKill(path, random() % 1'000'000)) continue;
    const auto ours = ReadResult(path);
    const auto data = ReadWithMatio(path, "data_2");
    ASSERT_TRUE(ours.ok());
    ASSERT_TRUE(data.has_value());
    ASSERT_EQ(data->columns, ours->num_points());
    if (data->columns == 0) continue;
    ASSERT_EQ(data->numbers[(data->columns - 1) * data->rows], ours->time.back());
  }
}

}  // namespace
}  // namespace daedalus::results
