#include "daedalus/results/csv_writer.h"

#include <charconv>
#include <cstdint>
#include <string_view>
#include <vector>

#include "daedalus/results/block_buffer.h"
#include "daedalus/results/output_file.h"

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

char* FormatNumber(char* out, double value) {
  return std::to_chars(out, out + kMaxNumberLength, value, std::chars_format::general, 17).ptr;
}

class CsvWriter final : public ResultWriter {
 public:
  CsvWriter(std::unique_ptr<OutputFile> file, std::vector<SignalSource> columns, std::size_t row_size)
      : file_(std::move(file)), columns_(std::move(columns)), row_size_(row_size) {}

  ~CsvWriter() override { (void)Finish(); }

  Result<Unit> Append(double time, std::span<const double> row) override {
    DAEDALUS_CHECK(file_, "no rows follow Finish()");
    DAEDALUS_CHECK(row.size() == row_size_, "a row has one value for each stored signal");
    std::string& block = block_.bytes();
    const std::size_t begin = block.size();
    block.resize(begin + (columns_.size() + 1) * (kMaxNumberLength + 1));
    char* out = FormatNumber(block.data() + begin, time);
    for (const SignalSource& column : columns_) {
      *out++ = ',';
      out = FormatNumber(out, column.sign * row[column.index]);
    }
    *out++ = '\n';
    block.resize(static_cast<std::size_t>(out - block.data()));
    return block_.IsDue() ? Flush() : Unit{};
  }

  Result<Unit> Flush() override {
    Result<Unit> written = file_->Append(block_.bytes());
    block_.Clear();
    return written;
  }

  Result<Unit> Finish() override {
    if (!file_) return Unit{};
    Result<Unit> flushed = Flush();
    Result<Unit> closed = std::exchange(file_, nullptr)->Close();
    return flushed ? closed : flushed;
  }

 private:
  std::unique_ptr<OutputFile> file_;
  std::vector<SignalSource> columns_;
  std::size_t row_size_;
  BlockBuffer block_;
};

}  // namespace

Result<std::unique_ptr<ResultWriter>> OpenCsvWriter(const std::string& path, const Schema& schema) {
  const std::vector<SignalSource> sources = ResolveSources(schema);
  std::vector<SignalSource> columns;
  std::string head = "time";
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (sources[i].kind != Signal::Kind::kVariable) continue;
    columns.push_back(sources[i]);
    head += ',';
    AppendName(head, schema.signals[i].name);
  }
  head += '\n';
  Result<std::unique_ptr<OutputFile>> file = OutputFile::Create(path, head);
  if (!file) return Failure{std::move(file).error()};
  return std::unique_ptr<ResultWriter>(
      std::make_unique<CsvWriter>(std::move(*file), std::move(columns), RowSize(schema)));
}

}  // namespace daedalus::results
