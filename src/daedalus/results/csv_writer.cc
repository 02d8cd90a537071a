#include "daedalus/results/csv_writer.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "daedalus/results/file_writer.h"

namespace daedalus::results {
namespace {

constexpr std::size_t kMaxNumberLength = 32;  // "-1.7976931348623157e+308" has 24

void AppendName(std::string& line, std::string_view name) {
  if (name.find_first_of(",\"\r\n") == std::string_view::npos) {
    line += name;
    return;
  }
  line += '"';
  for (const char c : name) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

// The fewest digits that read back to the same number.
char* FormatNumber(char* out, double value) {
  return std::to_chars(out, out + kMaxNumberLength, value).ptr;
}

// Integers, Booleans and numbers of enumerations have no decimals and no exponents.
char* FormatValue(char* out, NumberKind kind, double value) {
  constexpr double kMostInteger = 1LL << 53;
  if (kind == NumberKind::kReal || !(std::abs(value) <= kMostInteger)) return FormatNumber(out, value);
  return std::to_chars(out, out + kMaxNumberLength, std::llround(value)).ptr;
}

// What stands in one column: a value of the row, or a text that is the same in every row.
struct Column {
  std::uint32_t index = 0;
  std::int8_t sign = 1;
  NumberKind kind = NumberKind::kReal;
  std::uint32_t text_size = 0;  // 0: a value of the row
  std::size_t text_begin = 0;   // of CsvColumns::texts
};

struct CsvColumns {
  std::vector<Column> columns;
  std::string texts;
  std::size_t row_size = 0;

  void AddValue(const SignalSource& source, NumberKind kind) {
    columns.push_back({source.index, source.sign, kind, 0, 0});
  }
  void AddConstant(double value, NumberKind kind) {
    char text[kMaxNumberLength];
    const auto size = static_cast<std::uint32_t>(FormatValue(text, kind, value) - text);
    columns.push_back({0, 1, kind, size, texts.size()});
    texts.append(text, size);
  }
};

class CsvWriter final : public FileWriter {
 public:
  CsvWriter(std::string path, std::string head, CsvColumns columns)
      : FileWriter(std::move(path), std::move(head)), columns_(std::move(columns)) {}

  ~CsvWriter() override { (void)Finish(); }

  Result<Unit> Append(double time, std::span<const double> row) override {
    DAEDALUS_CHECK(row.size() == columns_.row_size, "a row has one value for each stored signal");
    std::string& block = block_.bytes();
    const std::size_t begin = block.size();
    block.resize(begin + (columns_.columns.size() + 1) * (kMaxNumberLength + 1));
    char* out = FormatNumber(block.data() + begin, time);
    for (const Column& column : columns_.columns) {
      *out++ = ',';
      out = column.text_size == 0
                ? FormatValue(out, column.kind, column.sign * row[column.index])
                : std::copy_n(columns_.texts.data() + column.text_begin, column.text_size, out);
    }
    *out++ = '\n';
    block.resize(static_cast<std::size_t>(out - block.data()));
    return block_.IsDue() ? Flush() : Unit{};
  }

  Result<Unit> Flush() override {
    Result<Unit> written =
        file().Append(block_.bytes(), [](std::string_view fitted) { return fitted.rfind('\n') + 1; });
    block_.Clear();
    return written;
  }

 private:
  CsvColumns columns_;
};

}  // namespace

std::unique_ptr<ResultWriter> MakeCsvWriter(const std::string& path, const Schema& schema) {
  const std::vector<SignalSource> sources = ResolveSources(schema);
  CsvColumns columns;
  columns.row_size = RowSize(schema);
  std::string head = "time";
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (sources[i].kind == Signal::Kind::kParameter) continue;
    if (sources[i].kind == Signal::Kind::kVariable) {
      columns.AddValue(sources[i], schema.signals[i].type.kind);
    } else {
      columns.AddConstant(ConstantValue(schema, i), schema.signals[i].type.kind);
    }
    head += ',';
    AppendName(head, schema.signals[i].name);
  }
  head += '\n';
  return std::make_unique<CsvWriter>(path, std::move(head), std::move(columns));
}

}  // namespace daedalus::results
