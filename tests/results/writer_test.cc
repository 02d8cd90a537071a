// What both formats promise, and the text of CSV.
#include "daedalus/results/writer.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <csignal>
#include <limits>
#include <random>

#include "daedalus/results/reader.h"
#include "results/temporary_folder.h"

namespace daedalus::results {
namespace {

Schema TwoVariables() {
  Schema schema;
  schema.model = "M";
  schema.signals = {{"x", "m", "position", Signal::Kind::kVariable, 0, {}},
                    {"p", "", "", Signal::Kind::kParameter, 7, {}},
                    {"minus_x", "m", "", Signal::Kind::kVariable, 0, Signal::Alias{0, -1}},
                    {"der(x)", "m/s", "", Signal::Kind::kVariable, 0, {}},
                    {"q", "", "", Signal::Kind::kParameter, 0, Signal::Alias{1, -1}}};
  return schema;
}

void WriteRows(const std::string& path, const Schema& schema, const std::vector<std::vector<double>>& rows) {
  auto writer = OpenResultWriter(path, schema);
  ASSERT_TRUE(writer.ok());
  for (const std::vector<double>& row : rows) {
    ASSERT_TRUE((*writer)->Append(row[0], std::span(row).subspan(1)).ok());
  }
  ASSERT_TRUE((*writer)->Finish().ok());
}

TEST(Schema, AliasesTakeTheKindAndPlaceOfTheirTarget) {
  const std::vector<SignalSource> sources = ResolveSources(TwoVariables());
  ASSERT_EQ(sources.size(), 5u);
  EXPECT_EQ(sources[2].kind, Signal::Kind::kVariable);
  EXPECT_EQ(sources[2].index, 0u);
  EXPECT_EQ(sources[2].sign, -1);
  EXPECT_EQ(sources[3].index, 1u);
  EXPECT_EQ(sources[4].kind, Signal::Kind::kParameter);
  EXPECT_EQ(RowSize(TwoVariables()), 2u);
}

// A Real, a String, an enumeration, a Boolean and another Real.
Schema WithNames() {
  Schema schema;
  schema.model = "M";
  schema.literals = {{"M.Phase", {"up", "down"}}};
  const auto texts = std::make_shared<TextTable>();
  for (const char* const text : {"go, \"now\"", "stop"}) (void)texts->NumberOf(text);
  schema.texts = texts;
  schema.signals.resize(5);
  const char* const names[] = {"x", "says", "phase", "on", "z"};
  const SignalType types[] = {{},
                              {NumberKind::kString, true, "String"},
                              {NumberKind::kEnumeration, true, "M.Phase"},
                              {NumberKind::kBoolean, true, {}},
                              {}};
  for (std::size_t i = 0; i < schema.signals.size(); ++i)
    schema.signals[i].name = names[i], schema.signals[i].type = types[i];
  return schema;
}

const std::vector<std::vector<double>> kNamedRows = {
    {0, 1.5, 1, 2, 0, 4}, {1, 2.5, 2, 1, 1, 5}, {2, 3.5, 3, 1, 1, 6}};

TEST(CsvWriter, WritesStringsAsTextsAndNamesOnRequest) {
  TemporaryFolder folder;
  const std::string path = folder.File("r.csv");
  WriteRows(path, WithNames(), kNamedRows);
  EXPECT_EQ(ContentOf(path),
            "time,x,says,phase,on,z\n"
            "0,1.5,\"\",2,0,4\n"
            "1,2.5,\"go, \"\"now\"\"\",1,1,5\n"
            "2,3.5,\"stop\",1,1,6\n");
  Schema named = WithNames();
  named.writes_names = true;
  WriteRows(path, named, kNamedRows);
  EXPECT_EQ(ContentOf(path),
            "time,x,says,phase,on,z\n"
            "0,1.5,\"\",\"down\",false,4\n"
            "1,2.5,\"go, \"\"now\"\"\",\"up\",true,5\n"
            "2,3.5,\"stop\",\"up\",true,6\n");
  const auto read = ReadResult(path);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->texts, (std::vector<std::string>{"", "down", "go, \"now\"", "up", "stop"}));
  EXPECT_EQ(read->types[1].kind, NumberKind::kString);
  EXPECT_EQ(read->Values(3)[2], 1);
  EXPECT_EQ(read->Values(4)[1], 5);
}

// They have no place among its numbers.
TEST(MatWriter, LeavesStringsOut) {
  TemporaryFolder folder;
  const std::string path = folder.File("r.mat");
  WriteRows(path, WithNames(), kNamedRows);
  const auto read = ReadResult(path);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->names, (std::vector<std::string>{"x", "phase", "on", "z"}));
  EXPECT_EQ(read->types[1].enumeration, "M.Phase");
  EXPECT_EQ(read->Values(0)[2], 3.5);
  EXPECT_EQ(read->Values(1)[0], 2);
  EXPECT_EQ(read->Values(3)[1], 5);
}

TEST(CsvWriter, WritesTimeAndVariablesWithAliasesButNoParameters) {
  TemporaryFolder folder;
  const std::string path = folder.File("r.csv");
  WriteRows(path, TwoVariables(), {{0, 1, 2}, {0.1, -1.5, 1e300}});
  EXPECT_EQ(ContentOf(path),
            "time,x,minus_x,der(x)\n"
            "0,1,-1,2\n"
            "0.1,-1.5,1.5,1e+300\n");
}

TEST(CsvWriter, AliasesHaveTheTextOfTheirTargetOfTheSameRow) {
  TemporaryFolder folder;
  Schema schema = TwoVariables();
  const auto add = [&](const char* name, std::uint32_t target, std::int8_t sign) {
    schema.signals.push_back({name, "", "", Signal::Kind::kVariable, 0, Signal::Alias{target, sign}});
  };
  add("x_too", 0, 1);
  add("minus_x_too", 0, -1);
  add("slope", 3, 1);
  const std::string path = folder.File("r.csv");
  WriteRows(path, schema, {{0, 1, 2}, {0.1, -1.5, 1.0 / 3}});
  EXPECT_EQ(ContentOf(path),
            "time,x,minus_x,der(x),x_too,minus_x_too,slope\n"
            "0,1,-1,2,1,-1,2\n"
            "0.1,-1.5,1.5,0.3333333333333333,-1.5,1.5,0.3333333333333333\n");
}

TEST(CsvWriter, AnOppositeOfZeroOrOfNoNumberHasTheTextOfThatValue) {
  TemporaryFolder folder;
  const std::string path = folder.File("r.csv");
  WriteRows(path, TwoVariables(), {{0, 0.0, 2}, {1, -0.0, 2}, {2, NAN, 2}, {3, INFINITY, 2}});
  EXPECT_EQ(ContentOf(path),
            "time,x,minus_x,der(x)\n"
            "0,0,-0,2\n"
            "1,-0,0,2\n"
            "2,nan,nan,2\n"
            "3,inf,-inf,2\n");
}

// Digits are kept from row to row: a value that comes back, and zeros of both signs, are told apart.
TEST(CsvWriter, AValueThatStaysHasTheSameTextInEachRow) {
  TemporaryFolder folder;
  const std::string path = folder.File("r.csv");
  WriteRows(path, TwoVariables(), {{0, 0.1, 0.0}, {1, 0.1, -0.0}, {1, 0.2, -0.0}, {2, 0.1, 0.0}});
  EXPECT_EQ(ContentOf(path),
            "time,x,minus_x,der(x)\n"
            "0,0.1,-0.1,0\n"
            "1,0.1,-0.1,-0\n"
            "1,0.2,-0.2,-0\n"
            "2,0.1,-0.1,0\n");
}

TEST(CsvWriter, ConstantsAreColumnsAmongTheOthers) {
  TemporaryFolder folder;
  Schema schema;
  schema.signals = {{"c", "", "", Signal::Kind::kConstant, 0.1, {}},
                    {"x", "", "", Signal::Kind::kVariable, 0, {}},
                    {"minus_c", "", "", Signal::Kind::kVariable, 0, Signal::Alias{0, -1}},
                    {"d", "", "", Signal::Kind::kConstant, 1e-300, {}}};
  const std::string path = folder.File("r.csv");
  WriteRows(path, schema, {{0, 1}, {0.5, 2}});
  EXPECT_EQ(ContentOf(path),
            "time,c,x,minus_c,d\n"
            "0,0.1,1,-0.1,1e-300\n"
            "0.5,0.1,2,-0.1,1e-300\n");
}

TEST(CsvWriter, QuotesNamesThatHaveACommaOrAQuote) {
  TemporaryFolder folder;
  Schema schema;
  for (const char* name : {"a[1,2].b", "'say \"hi\"'", "plain[2].c"}) {
    schema.signals.push_back({name, "", "", Signal::Kind::kVariable, 0, {}});
  }
  const std::string path = folder.File("r.csv");
  WriteRows(path, schema, {});
  EXPECT_EQ(ContentOf(path), "time,\"a[1,2].b\",\"'say \"\"hi\"\"'\",plain[2].c\n");
  const auto read = ReadResult(path);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->names, (std::vector<std::string>{"a[1,2].b", "'say \"hi\"'", "plain[2].c"}));
}

class BothFormats : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Writer, BothFormats, testing::Values("r.csv", "r.mat"),
                         [](const auto& format) { return std::string(format.param + 2); });

TEST_P(BothFormats, EveryDoubleComesBackBitForBit) {
  TemporaryFolder folder;
  const std::string path = folder.File(GetParam());
  std::mt19937_64 random(20);
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 5000; ++i) {
    double value = std::bit_cast<double>(random());
    if (std::isnan(value)) value = std::numeric_limits<double>::denorm_min();
    rows.push_back({i / 3.0, value, 1.0 / (i + 1)});
  }
  rows.push_back({1e6, std::numeric_limits<double>::infinity(), -0.0});
  WriteRows(path, TwoVariables(), rows);
  const auto read = ReadResult(path);
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read->num_points(), rows.size());
  const auto x = read->Values(*read->FindSignal("x")), minus_x = read->Values(*read->FindSignal("minus_x"));
  const auto v = read->Values(*read->FindSignal("der(x)"));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(std::bit_cast<std::uint64_t>(read->time[i]), std::bit_cast<std::uint64_t>(rows[i][0]));
    ASSERT_EQ(std::bit_cast<std::uint64_t>(x[i]), std::bit_cast<std::uint64_t>(rows[i][1])) << rows[i][1];
    ASSERT_EQ(minus_x[i], -rows[i][1]);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(v[i]), std::bit_cast<std::uint64_t>(rows[i][2]));
  }
}

TEST_P(BothFormats, NotANumberComesBackAsSuch) {
  TemporaryFolder folder;
  const std::string path = folder.File(GetParam());
  WriteRows(path, TwoVariables(), {{0, std::nan(""), 1}});
  const auto read = ReadResult(path);
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(std::isnan(read->Values(0)[0]));
}

TEST_P(BothFormats, EventsKeepBothRowsOfTheirTime) {
  TemporaryFolder folder;
  const std::string path = folder.File(GetParam());
  WriteRows(path, TwoVariables(), {{0, 1, 0}, {1, 1, 0}, {1, 5, 0}, {2, 5, 0}});
  const auto read = ReadResult(path);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->time, (std::vector<double>{0, 1, 1, 2}));
}

TEST_P(BothFormats, TheFirstRowIsVisibleAtOnceAndOthersAfterFlush) {
  TemporaryFolder folder;
  const std::string path = folder.File(GetParam());
  auto writer = OpenResultWriter(path, TwoVariables());
  ASSERT_TRUE(writer.ok());
  EXPECT_EQ(ReadResult(path)->num_points(), 0u);
  const double row[] = {1, 2};
  ASSERT_TRUE((*writer)->Append(0, row).ok());
  EXPECT_EQ(ReadResult(path)->num_points(), 1u);
  ASSERT_TRUE((*writer)->Append(1, row).ok());
  ASSERT_TRUE((*writer)->Flush().ok());
  EXPECT_EQ(ReadResult(path)->num_points(), 2u);
}

TEST_P(BothFormats, SlowRunsShowTheirProgressOnDisk) {
  TemporaryFolder folder;
  const std::string path = folder.File(GetParam());
  auto writer = OpenResultWriter(path, TwoVariables());
  ASSERT_TRUE(writer.ok());
  const double row[] = {1, 2};
  ASSERT_TRUE((*writer)->Append(0, row).ok());
  ::usleep(200'000);
  ASSERT_TRUE((*writer)->Append(1, row).ok());
  EXPECT_EQ(ReadResult(path)->num_points(), 2u);
}

TEST_P(BothFormats, AnUnfinishedWriterFlushesWhenItIsDestroyed) {
  TemporaryFolder folder;
  const std::string path = folder.File(GetParam());
  {
    auto writer = OpenResultWriter(path, TwoVariables());
    const double row[] = {1, 2};
    for (int i = 0; i < 10; ++i) ASSERT_TRUE((*writer)->Append(i, row).ok());
  }
  EXPECT_EQ(ReadResult(path)->num_points(), 10u);
}

TEST_P(BothFormats, AWriterTouchesNothingBeforeItIsOpened) {
  TemporaryFolder folder;
  const std::string path = folder.File(GetParam());
  std::ofstream(path) << "old";
  auto writer = MakeResultWriter(path, TwoVariables());
  ASSERT_TRUE(writer.ok());
  EXPECT_EQ(ContentOf(path), "old");
  ASSERT_TRUE((*writer)->Open().ok());
  EXPECT_EQ(ReadResult(path)->num_points(), 0u);
}

TEST_P(BothFormats, AnOldResultIsReplacedAndNothingElseIsLeft) {
  TemporaryFolder folder;
  const std::string path = folder.File(GetParam());
  std::ofstream(path) << std::string(100000, 'x');
  WriteRows(path, TwoVariables(), {{0, 1, 2}});
  EXPECT_EQ(ReadResult(path)->num_points(), 1u);
  const std::filesystem::directory_iterator files(std::filesystem::path(path).parent_path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST_P(BothFormats, AFolderThatIsNotThereIsADiagnosticWithTheReason) {
  TemporaryFolder folder;
  const auto writer = OpenResultWriter(folder.File("missing/") + GetParam(), TwoVariables());
  ASSERT_FALSE(writer.ok());
  EXPECT_EQ(writer.error()[0].code, Code::kCannotWriteFile);
  EXPECT_NE(writer.error()[0].message.find("no such file or directory"), std::string::npos);
}

TEST_P(BothFormats, AFullDeviceIsADiagnosticWithTheReason) {
  TemporaryFolder folder;
  const std::string path = folder.File(GetParam());
  std::filesystem::create_symlink("/dev/full", path);
  const auto writer = OpenResultWriter(path, TwoVariables());
  ASSERT_FALSE(writer.ok());
  EXPECT_EQ(writer.error()[0].code, Code::kCannotWriteFile);
  EXPECT_NE(writer.error()[0].message.find("no space left on device"), std::string::npos);
}

// The disk fills up during the run, played by a limit on the size of files.
TEST_P(BothFormats, WhatFittedOnAFullDiskIsKeptInWholeRows) {
  TemporaryFolder folder;
  const std::string path = folder.File(GetParam());
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{200'000, 200'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    auto writer = OpenResultWriter(path, TwoVariables());
    for (int i = 0; i < 100'000; ++i) {
      const double row[] = {i + 0.1, i + 0.2};
      const Result<Unit> written = (*writer)->Append(i, row);
      if (!written) ::_exit(written.error()[0].code == Code::kCannotWriteFile ? 7 : 1);
    }
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 7) << "the child must hear that the file cannot grow";
  const auto read = ReadResult(path);
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read->warnings.empty());
  EXPECT_EQ(read->Values(0).back(), read->time.back() + 0.1);
  // Not one row less than fits: the longest has 28 bytes of text, or 24.
  EXPECT_GT(std::filesystem::file_size(path), 200'000u - 40u);
}

TEST(Writer, AnUnknownExtensionIsADiagnosticThatNamesTheKnownOnes) {
  const auto writer = OpenResultWriter("result.xlsx", TwoVariables());
  ASSERT_FALSE(writer.ok());
  EXPECT_EQ(writer.error()[0].code, Code::kUnknownResultFormat);
  EXPECT_NE(writer.error()[0].hint.find(".mat"), std::string::npos);
}

}  // namespace
}  // namespace daedalus::results
