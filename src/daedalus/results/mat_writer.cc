#include "daedalus/results/mat_writer.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "daedalus/results/file_writer.h"
#include "daedalus/results/mat_bytes.h"
#include "daedalus/results/mat_layout.h"

namespace daedalus::results {
namespace {

void AppendClass(std::string& head) {
  constexpr std::size_t kRows = 4, kColumns = 11;
  constexpr std::string_view kLines[kRows] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};
  BeginMatMatrix(head, "Aclass", MatType(MatFormat::kUint8, true), kRows, kColumns);
  for (std::size_t column = 0; column < kColumns; ++column) {
    for (const std::string_view line : kLines) head += line[column];
  }
}

// `text_of(i, out)` appends the text of the i-th signal.
template <class TextOf>
void AppendTexts(std::string& head, std::string_view name, std::size_t count, TextOf text_of) {
  std::string text;
  std::size_t width = 1;
  for (std::size_t i = 0; i < count; ++i) {
    text.clear();
    text_of(i, text);
    width = std::max(width, text.size());
  }
  BeginMatMatrix(head, name, MatType(MatFormat::kUint8, true), width, count);
  head.reserve(head.size() + width * count);
  for (std::size_t i = 0; i < count; ++i) {
    text.clear();
    text_of(i, text);
    text.resize(width, '\0');
    head += text;
  }
}

void AppendNames(std::string& head, const Schema& schema) {
  AppendTexts(head, "name", schema.signals.size() + 1,
              [&](std::size_t i, std::string& out) { out += i == 0 ? "time" : schema.signals[i - 1].name; });
}

void AppendDescriptions(std::string& head, const Schema& schema) {
  AppendTexts(head, "description", schema.signals.size() + 1, [&](std::size_t i, std::string& out) {
    const std::string unit = i == 0 ? "s" : schema.signals[i - 1].unit + TypeMark(schema.signals[i - 1].type);
    out += i == 0 ? "Simulation time" : schema.signals[i - 1].description;
    if (!unit.empty()) out.append(out.empty() ? "[" : " [").append(unit).append("]");
  });
}

void AppendDataInfo(std::string& head, const std::vector<SignalSource>& sources) {
  BeginMatMatrix(head, "dataInfo", MatType(MatFormat::kInt32, false), 4, sources.size() + 1);
  const auto append = [&head](std::int32_t matrix, std::int32_t row, std::int32_t outside) {
    const std::int32_t info[4] = {matrix, row, kInterpolateLinearly, outside};
    head += MatBytesOf(info);
  };
  append(0, 1, kUndefinedOutside);
  for (const SignalSource& source : sources) {
    const auto row = static_cast<std::int32_t>(source.sign * (static_cast<std::int64_t>(source.index) + 2));
    if (source.kind != Signal::Kind::kVariable) {
      append(1, row, kHoldOutside);
    } else {
      append(2, row, kUndefinedOutside);
    }
  }
}

// Returns where the elements begin. The times are filled in when they are known.
std::size_t AppendConstants(std::string& head, const Schema& schema) {
  std::vector<double> point = {0};
  for (const Signal& signal : schema.signals) {
    if (!signal.alias && signal.kind != Signal::Kind::kVariable) point.push_back(signal.constant_value);
  }
  BeginMatMatrix(head, "data_1", MatType(MatFormat::kDouble, false), point.size(), 2);
  const std::size_t begin = head.size();
  for (int repeat = 0; repeat < 2; ++repeat) {
    head.append(reinterpret_cast<const char*>(point.data()), point.size() * sizeof(double));
  }
  return begin;
}

class MatWriter final : public FileWriter {
 public:
  struct Places {
    std::uint64_t start_time = 0;   // in data_1
    std::uint64_t stop_time = 0;    // in data_1
    std::uint64_t point_count = 0;  // in the header of data_2
  };

  MatWriter(std::string path, std::string head, const Places& places, std::size_t row_size,
            std::optional<std::vector<std::uint32_t>> kept)
      : FileWriter(std::move(path), std::move(head)),
        places_(places),
        row_size_(row_size),
        kept_(std::move(kept)) {}

  ~MatWriter() override { (void)Finish(); }

  Result<Unit> Append(double time, std::span<const double> row) override {
    DAEDALUS_CHECK(!kept_ ? row.size() == row_size_ : row.size() >= row_size_,
                   "a row has one value for each stored signal");
    block_.bytes() += MatBytesOf(time);
    if (!kept_) block_.bytes().append(reinterpret_cast<const char*>(row.data()), row_size_ * sizeof(double));
    if (kept_) {
      for (const std::uint32_t i : *kept_) block_.bytes() += MatBytesOf(row[i]);
    }
    if (num_points_ + num_pending_ == 0) first_time_ = time;
    ++num_pending_;
    return block_.IsDue() ? Flush() : Unit{};
  }

  Result<Unit> Flush() override {
    if (num_pending_ == 0) return Unit{};
    const std::size_t point_size = (row_size_ + 1) * sizeof(double);
    const std::uint64_t before = file().size();
    const Result<Unit> appended = file().Append(
        block_.bytes(), [&](std::string_view fitted) { return fitted.size() - fitted.size() % point_size; });
    const std::size_t added = (file().size() - before) / point_size;
    if (added > 0) {  // fewer than are pending where the disk is full
      std::memcpy(&last_time_, block_.bytes().data() + (added - 1) * point_size, sizeof last_time_);
      num_points_ += static_cast<std::int32_t>(added);
    }
    block_.Clear();
    num_pending_ = 0;
    const Result<Unit> counted = UpdateHead();
    return appended ? counted : appended;
  }

 private:
  // These bytes have their place on the disk already, even on a full one.
  Result<Unit> UpdateHead() {
    Result<Unit> written = file().Overwrite(places_.point_count, MatBytesOf(num_points_));
    if (written) written = file().Overwrite(places_.start_time, MatBytesOf(first_time_));
    if (written) written = file().Overwrite(places_.stop_time, MatBytesOf(last_time_));
    return written;
  }

  Places places_;
  std::size_t row_size_;
  std::optional<std::vector<std::uint32_t>> kept_;  // of the values of a row, where some are left out
  std::int32_t num_points_ = 0;                     // counted in the file
  std::int32_t num_pending_ = 0;                    // in the block
  double first_time_ = 0;
  double last_time_ = 0;
};

// Texts have no place among the numbers of such a file.
struct NumbersOnly {
  Schema schema;
  std::optional<std::vector<std::uint32_t>> kept;  // of the values of a row; none: all
};

NumbersOnly WithoutStrings(const Schema& schema) {
  const auto is_string = [](const Signal& signal) { return signal.type.kind == NumberKind::kString; };
  NumbersOnly out{schema, std::nullopt};
  if (std::ranges::none_of(schema.signals, is_string)) return out;
  const std::vector<SignalSource> sources = ResolveSources(schema);
  std::vector<std::uint32_t> place(schema.signals.size());
  out.schema.signals.clear();
  out.kept.emplace();
  for (std::size_t i = 0; i < schema.signals.size(); ++i) {
    if (is_string(schema.signals[i])) continue;
    place[i] = static_cast<std::uint32_t>(out.schema.signals.size());
    out.schema.signals.push_back(schema.signals[i]);
    if (!schema.signals[i].alias && sources[i].kind == Signal::Kind::kVariable)
      out.kept->push_back(sources[i].index);
  }
  for (Signal& signal : out.schema.signals) {
    if (signal.alias) signal.alias->target = place[signal.alias->target];
  }
  return out;
}

std::unique_ptr<ResultWriter> MakeNumbersWriter(const std::string& path, const Schema& schema,
                                                std::optional<std::vector<std::uint32_t>> kept) {
  const std::vector<SignalSource> sources = ResolveSources(schema);
  const std::size_t row_size = RowSize(schema);
  MatWriter::Places places;
  std::string head;
  AppendClass(head);
  AppendNames(head, schema);
  AppendDescriptions(head, schema);
  AppendDataInfo(head, sources);
  places.start_time = AppendConstants(head, schema);
  places.stop_time = places.start_time + (head.size() - places.start_time) / 2;
  const std::size_t data =
      BeginMatMatrix(head, "data_2", MatType(MatFormat::kDouble, false), row_size + 1, 0);
  places.point_count = data + kMatColumnsOffset;
  return std::make_unique<MatWriter>(path, std::move(head), places, row_size, std::move(kept));
}

}  // namespace

std::unique_ptr<ResultWriter> MakeMatWriter(const std::string& path, const Schema& schema) {
  NumbersOnly numbers = WithoutStrings(schema);
  return MakeNumbersWriter(path, numbers.schema, std::move(numbers.kept));
}

}  // namespace daedalus::results
