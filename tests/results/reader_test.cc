#include "daedalus/results/reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "results/temporary_folder.h"

namespace daedalus::results {
namespace {

std::string MessageOf(const Result<Trajectory>& result) {
  return result.ok() ? "(no error)" : result.error()[0].message;
}

// --- CSV ---

TEST(CsvReader, ReadsTheFilesOfOtherTools) {
  const auto read = ReadCsv("f.csv",
                            "\xef\xbb\xbf\"time\",\"a.b\",\"c[1,2]\"\r\n"
                            "0.0, 1.5,+2e0\r\n"
                            "\r\n"
                            "1,\"-3\",1E-400\r\n"
                            "1,4,5\r\n");
  ASSERT_TRUE(read.ok()) << MessageOf(read);
  EXPECT_EQ(read->names, (std::vector<std::string>{"a.b", "c[1,2]"}));
  EXPECT_EQ(read->time, (std::vector<double>{0, 1, 1}));
  EXPECT_EQ(read->values, (std::vector<double>{1.5, -3, 4, 2, 0, 5}));
  EXPECT_TRUE(read->warnings.empty());
}

TEST(CsvReader, AColumnIsOfTextsOrOfNumbers) {
  const auto read = ReadCsv("f.csv", "time,s,b\n0,\"x, \"\"y\"\"\",true\n1,\"z\",false\n");
  ASSERT_TRUE(read.ok()) << MessageOf(read);
  EXPECT_EQ(read->texts, (std::vector<std::string>{"x, \"y\"", "z"}));
  EXPECT_EQ(read->values, (std::vector<double>{1, 2, 1, 0}));
  EXPECT_TRUE(read->IsHeld(0));
  EXPECT_EQ(MessageOf(ReadCsv("f.csv", "time,s\n0,1\n1,\"z\"\n")),
            "`f.csv` line 3: column 2 (`s`): `\"z\"` is not a number");
}

// A text may look like a number, and go over two lines; the line numbers of later messages count both.
TEST(CsvReader, TextsOfAnyKindAreTexts) {
  const auto read = ReadCsv("f.csv", "time,s,x\n0,\"12\",1\n1,\"a\nb\",2\n2,\"3\",\"4\"\n");
  ASSERT_TRUE(read.ok()) << MessageOf(read);
  EXPECT_EQ(read->texts, (std::vector<std::string>{"12", "a\nb", "3"}));
  EXPECT_EQ(read->values, (std::vector<double>{1, 2, 3, 1, 2, 4}));
  const auto quoted = ReadCsv("f.csv", "time,x\n\"0\",\"12\"\n\"1\",\"13\"\n");
  ASSERT_TRUE(quoted.ok()) << MessageOf(quoted);
  EXPECT_EQ(quoted->values, (std::vector<double>{12, 13})) << "who quotes the time quotes numbers";
  EXPECT_EQ(MessageOf(ReadCsv("f.csv", "time,s,x\n0,\"a\nb\",1\n1,\"c\",?\n")),
            "`f.csv` line 4: column 3 (`x`): `?` is not a number");
  EXPECT_EQ(MessageOf(ReadCsv("f.csv", "time,s\n0,\"a\n1,2\n")),
            "`f.csv` line 2: column 2 (`s`): `\"a` is not a number");
}

TEST(CsvReader, DropsAnIncompleteLastLineWithAWarning) {
  const auto read = ReadCsv("f.csv", "time,x\n0,1\n1,2\n2,3.14");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->num_points(), 2u);
  ASSERT_EQ(read->warnings.size(), 1u);
  EXPECT_EQ(read->warnings[0].severity, Severity::kWarning);
  EXPECT_EQ(read->warnings[0].code, Code::kIncompleteResultFile);
}

TEST(CsvReader, ReadsAFileWithoutRows) {
  const auto read = ReadCsv("f.csv", "time,x\n");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->num_points(), 0u);
  EXPECT_EQ(read->names.size(), 1u);
}

struct BadCsv {
  const char* text;
  const char* message;
};
class BadCsvTest : public testing::TestWithParam<BadCsv> {};
INSTANTIATE_TEST_SUITE_P(
    CsvReader, BadCsvTest,
    testing::Values(BadCsv{"", "`f.csv` line 1: the first column is ``, not `time`"},
                    BadCsv{"t,x\n", "`f.csv` line 1: the first column is `t`, not `time`"},
                    BadCsv{"time,\"x\n", "`f.csv` line 1: a quoted name does not end"},
                    BadCsv{"time,x", "`f.csv` line 1: the line with the names is incomplete"},
                    BadCsv{"time,x\n0,1\n1,abc\n", "`f.csv` line 3: column 2 (`x`): `abc` is not a number"},
                    BadCsv{"time,x\n0,1\n1,\n", "`f.csv` line 3: column 2 (`x`): `` is not a number"},
                    BadCsv{"time,x\n0,1\n1,2 3\n", "`f.csv` line 3: column 2 (`x`): `2 3` is not a number"},
                    BadCsv{"time,x\n0,1,2,3\n", "`f.csv` line 2: 4 values in 2 columns"},
                    BadCsv{"time,x\n\n0\n", "`f.csv` line 3: 1 values in 2 columns"},
                    BadCsv{"time,\"x\ny\"\n0\n", "`f.csv` line 3: 1 values in 2 columns"},
                    BadCsv{"time,x\nnan,1\n", "`f.csv` line 2: the time is not a number"},
                    BadCsv{"time,x\n1,1\n0.5,1\n", "`f.csv` line 3: time goes back from 1 to 0.5"}));

TEST_P(BadCsvTest, IsADiagnosticThatNamesThePlace) {
  const auto read = ReadCsv("f.csv", GetParam().text);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error()[0].code, Code::kBadResultFile);
  EXPECT_EQ(MessageOf(read), GetParam().message);
}

TEST(Reader, AMissingFileAndAnUnknownExtensionAreDiagnostics) {
  TemporaryFolder folder;
  const auto missing = ReadResult(folder.File("missing.csv"));
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error()[0].code, Code::kCannotReadFile);
  const auto unknown = ReadResult(folder.File("r.txt"));
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error()[0].code, Code::kUnknownResultFormat);
}

// --- MAT, with files put together here byte by byte ---

struct MatVariant {
  const char* name;
  bool transposed;
  bool big_endian;
  int number_format;  // of data: 0 double, 1 float
  int text_format;    // 5 bytes, 0 doubles
};

class MatBuilder {
 public:
  explicit MatBuilder(const MatVariant& variant) : variant_(variant) {}

  template <class T>
  void Put(T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    if (variant_.big_endian != (std::endian::native == std::endian::big))
      std::reverse(bytes, bytes + sizeof(T));
    bytes_.append(bytes, sizeof(T));
  }
  void PutNumber(double value, int format) {
    if (format == 0) Put(value);
    if (format == 1) Put(static_cast<float>(value));
    if (format == 2) Put(static_cast<std::int32_t>(value));
    if (format == 5) Put(static_cast<std::uint8_t>(value));
  }
  // `items` by items; stored as columns if transposed, as rows otherwise.
  void Matrix(const std::string& name, const std::vector<std::vector<double>>& items, int format, bool text,
              bool transposed) {
    const auto num_items = static_cast<std::int32_t>(items.size());
    const auto num_parts = static_cast<std::int32_t>(items.empty() ? 0 : items[0].size());
    Put<std::int32_t>((variant_.big_endian ? 1000 : 0) + 10 * format + (text ? 1 : 0));
    Put(transposed ? num_parts : num_items);
    Put(transposed ? num_items : num_parts);
    Put<std::int32_t>(0);
    Put(static_cast<std::int32_t>(name.size() + 1));
    bytes_ += name + '\0';
    const std::size_t outer = transposed ? items.size() : static_cast<std::size_t>(num_parts);
    const std::size_t inner = transposed ? static_cast<std::size_t>(num_parts) : items.size();
    for (std::size_t i = 0; i < outer; ++i) {
      for (std::size_t k = 0; k < inner; ++k) PutNumber(transposed ? items[i][k] : items[k][i], format);
    }
  }
  void Texts(const std::string& name, const std::vector<std::string>& texts, bool transposed) {
    std::size_t width = 0;
    for (const std::string& text : texts) width = std::max(width, text.size());
    std::vector<std::vector<double>> items;
    for (std::string text : texts) {
      text.resize(width, ' ');
      items.emplace_back(text.begin(), text.end());
    }
    Matrix(name, items, variant_.text_format, true, transposed);
  }
  void Head() {
    Texts("Aclass", {"Atrajectory", "1.1", "", variant_.transposed ? "binTrans" : "binNormal"}, false);
    Texts("name", {"Time", "x", "minus_x", "R", "same_x", "minus_R"}, variant_.transposed);
    Texts("description", {"", "", "", "", "", ""}, variant_.transposed);
    Matrix("dataInfo",
           {{0, 1, 0, -1}, {2, 2, 0, -1}, {2, -2, 0, -1}, {1, 2, 0, 0}, {2, 2, 0, -1}, {1, -2, 0, 0}}, 2,
           false, variant_.transposed);
    Matrix("data_1", {{0, 47}, {2, 47}}, variant_.number_format, false, variant_.transposed);
  }
  void Data() {
    Matrix("data_2", {{0, 1.5}, {1, 2.5}, {1, -3}, {2, 4}}, variant_.number_format, false,
           variant_.transposed);
  }
  std::string& bytes() { return bytes_; }

 private:
  MatVariant variant_;
  std::string bytes_;
};

constexpr MatVariant kPlain = {"plain", true, false, 0, 5};

class MatVariants : public testing::TestWithParam<MatVariant> {};
INSTANTIATE_TEST_SUITE_P(MatReader, MatVariants,
                         testing::Values(kPlain, MatVariant{"normal", false, false, 0, 5},
                                         MatVariant{"float", true, false, 1, 5},
                                         MatVariant{"normal_float", false, false, 1, 5},
                                         MatVariant{"big_endian", true, true, 0, 5},
                                         MatVariant{"big_endian_float_normal", false, true, 1, 5},
                                         MatVariant{"text_as_doubles", false, false, 0, 0}),
                         [](const auto& variant) { return variant.param.name; });

TEST_P(MatVariants, GiveTheSameTrajectory) {
  MatBuilder builder(GetParam());
  builder.Head();
  builder.Data();
  const auto read = ReadMat("f.mat", builder.bytes());
  ASSERT_TRUE(read.ok()) << MessageOf(read);
  EXPECT_EQ(read->time, (std::vector<double>{0, 1, 1, 2}));
  EXPECT_EQ(read->names, (std::vector<std::string>{"x", "minus_x", "same_x"}));
  EXPECT_EQ(read->column[0], read->column[2]) << "aliases share their column";
  const auto x = read->Values(0), minus_x = read->Values(1);
  EXPECT_EQ(std::vector<double>(x.begin(), x.end()), (std::vector<double>{1.5, 2.5, -3, 4}));
  EXPECT_EQ(std::vector<double>(minus_x.begin(), minus_x.end()), (std::vector<double>{-1.5, -2.5, 3, -4}));
  EXPECT_EQ(read->constant_names, (std::vector<std::string>{"R", "minus_R"}));
  EXPECT_EQ(read->constant_values, (std::vector<double>{47, -47}));
}

TEST(MatReader, IgnoresBytesBehindTheLastMatrix) {
  MatBuilder builder(kPlain);
  builder.Head();
  builder.Data();
  for (int i = 0; i < 100; ++i) builder.Put(0.1 * i);
  const auto read = ReadMat("f.mat", builder.bytes());
  ASSERT_TRUE(read.ok()) << MessageOf(read);
  EXPECT_EQ(read->num_points(), 4u);
}

// Every prefix of a file either has its whole head and some points, or is refused with a reason.
TEST(MatReader, ReadsOrRefusesEveryPrefix) {
  MatBuilder builder(kPlain);
  builder.Head();
  const std::size_t head = builder.bytes().size();
  builder.Data();
  for (std::size_t size = 0; size < builder.bytes().size(); ++size) {
    const auto read = ReadMat("f.mat", std::string_view(builder.bytes()).substr(0, size));
    if (!read.ok()) {
      EXPECT_LT(size, head + 27) << MessageOf(read);
      EXPECT_EQ(read.error()[0].code, Code::kBadResultFile);
    } else if (size > head + 27) {
      EXPECT_EQ(read->num_points(), (size - head - 27) / 16);
      EXPECT_EQ(read->warnings.size(), 1u);
    }
  }
}

TEST(MatReader, RefusesOtherFilesWithAReason) {
  EXPECT_EQ(
      MessageOf(ReadMat("f.mat", "MATLAB 5.0 MAT-file, Platform: GLNXA64, and so on and on and on and on")),
      "`f.mat`: it has no matrix `Aclass`, so it is not a trajectory in MAT version 4");
  MatBuilder builder(kPlain);
  builder.Texts("Aclass", {"Amodel     ", "1.1", "", "binTrans"}, false);
  EXPECT_EQ(MessageOf(ReadMat("f.mat", builder.bytes())),
            "`f.mat`: its `Aclass` is `Amodel`, not `Atrajectory`");
}

TEST(MatReader, RefusesAnInfoThatPointsNowhere) {
  MatBuilder builder(kPlain);
  builder.Texts("Aclass", {"Atrajectory", "1.1", "", "binTrans"}, false);
  builder.Texts("name", {"time", "x"}, true);
  builder.Matrix("dataInfo", {{0, 1, 0, -1}, {1, 9, 0, -1}}, 2, false, true);
  builder.Matrix("data_1", {{0, 1}}, 0, false, true);
  EXPECT_EQ(MessageOf(ReadMat("f.mat", builder.bytes())),
            "`f.mat`: `dataInfo` looks for `x` in row 9 of `data_1`, which has 2");
}

}  // namespace
}  // namespace daedalus::results
