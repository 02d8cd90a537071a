#include "daedalus/results/csv_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "daedalus/results/file_writer.h"
#include "daedalus/results/number_text.h"

namespace daedalus::results {
namespace {

// In quotes, so that readers can tell it from a number.
std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

void AppendName(std::string& line, std::string_view name) {
  const bool is_plain = name.find_first_of(",\"\r\n") == std::string_view::npos;
  line += is_plain ? std::string(name) : Quoted(name);
}

// Integers, Booleans and numbers of enumerations have no decimals and no exponents.
char* FormatValue(char* out, NumberKind kind, double value) {
  constexpr double kMostInteger = 1LL << 53;
  if (kind == NumberKind::kReal || !(std::abs(value) <= kMostInteger)) return FormatNumber(out, value);
  return std::to_chars(out, out + kMaxNumberLength, std::llround(value)).ptr;
}

// What is in one column: a value of the row, or a text that is the same in every row.
struct Column {
  static constexpr std::uint32_t kNumbers = ~0u;
  static constexpr std::uint32_t kNoTwin = ~0u;
  std::uint32_t index = 0;
  std::int8_t sign = 1;
  NumberKind kind = NumberKind::kReal;
  std::uint32_t text_size = 0;     // 0: a value of the row
  std::size_t text_begin = 0;      // of CsvColumns::texts
  std::uint32_t names = kNumbers;  // which of CsvColumns::names its values have
  std::uint32_t twin = kNoTwin;    // an earlier column with the same values, perhaps of opposite sign: the
                                   // variable is its alias
  bool is_opposite = false;        // of its twin
};

// A number as it was written last. Between two events of a model with many parts most values stay as they
// are, and the point before an event differs from the point after it in a few.
struct WrittenNumber {
  double value = std::numeric_limits<double>::quiet_NaN();
  std::uint32_t size = 0;  // 0: none yet
  std::array<char, kMaxNumberLength> text;

  std::string_view view() const { return {text.data(), size}; }
};

// What values are called, by their number, as it is written; texts of Strings since they were met.
using NamesOfValues = std::vector<std::string>;

struct CsvColumns {
  std::vector<Column> columns;
  std::string texts;
  std::vector<NamesOfValues> names;
  std::map<std::string, std::uint32_t> names_of_type;
  // The first column of each value.
  std::map<std::tuple<std::uint32_t, std::int8_t, NumberKind, std::uint32_t>, std::uint32_t> firsts;
  std::size_t row_size = 0;
  std::size_t longest_name = 0;
  std::vector<std::uint32_t> strings;  // values of a row that are Strings
  std::uint32_t names_of_strings = Column::kNumbers;
  std::shared_ptr<const TextTable> strings_table;

  void AddValue(const SignalSource& source, const SignalType& type, const Schema& schema) {
    const std::uint32_t list = FindNames(type, schema);
    const auto column = static_cast<std::uint32_t>(columns.size());
    // The text of the opposite number has another sign, for Reals only: the opposite of the integer 0 is 0.
    const bool has_opposite = type.kind == NumberKind::kReal && list == Column::kNumbers;
    const std::int8_t sign = has_opposite ? std::int8_t{1} : source.sign;
    const auto [first, is_new] = firsts.try_emplace({source.index, sign, type.kind, list}, column);
    columns.push_back(
        {source.index, source.sign, type.kind, 0, 0, list, is_new ? Column::kNoTwin : first->second});
    if (!is_new) columns.back().is_opposite = source.sign != columns[first->second].sign;
    if (type.kind == NumberKind::kString) strings.push_back(source.index);
  }
  void AddConstant(double value, const SignalType& type, const Schema& schema) {
    char number[kMaxNumberLength];
    const std::uint32_t list = FindNames(type, schema);
    if (type.kind == NumberKind::kString) Learn(value);
    const std::string_view name = NameOf(list, value);
    const std::string_view text =
        name.empty() ? std::string_view(number, FormatValue(number, type.kind, value)) : name;
    columns.push_back({0, 1, type.kind, static_cast<std::uint32_t>(text.size()), texts.size()});
    texts += text;
  }
  // Empty if it has none.
  std::string_view NameOf(std::uint32_t list, double value) const {
    if (list == Column::kNumbers || !(value >= 0) || value >= static_cast<double>(names[list].size()))
      return {};
    return names[list][static_cast<std::size_t>(value)];
  }
  // Reads texts that have not been met so far.
  void LearnStrings(std::span<const double> row) {
    for (const std::uint32_t index : strings) Learn(row[index]);
  }

 private:
  void Learn(double string) {
    if (strings_table == nullptr || !NameOf(names_of_strings, string).empty()) return;
    const auto text = strings_table->TextOf(string);
    if (!text) return;
    NamesOfValues& list = names[names_of_strings];
    const auto number = static_cast<std::size_t>(string);
    if (list.size() <= number) list.resize(number + 1);
    list[number] = Quoted(*text);
    longest_name = std::max(longest_name, list[number].size());
  }

  std::uint32_t FindNames(const SignalType& type, const Schema& schema) {
    const bool is_named =
        type.kind == NumberKind::kString ||
        (schema.writes_names && type.kind != NumberKind::kReal && type.kind != NumberKind::kInteger);
    if (!is_named) return Column::kNumbers;
    const auto [at, is_new] =
        names_of_type.try_emplace(type.enumeration, static_cast<std::uint32_t>(names.size()));
    if (!is_new) return at->second;
    NamesOfValues& list = names.emplace_back();
    if (type.kind == NumberKind::kString) {
      names_of_strings = at->second;
      strings_table = schema.texts;
    } else if (type.kind == NumberKind::kBoolean) {
      list = {"false", "true"};
    } else if (const auto literals = schema.literals.find(type.enumeration);
               literals != schema.literals.end()) {
      list.emplace_back();  // they are counted from 1
      for (const std::string& literal : literals->second) list.push_back(Quoted(literal));
    }
    for (const std::string& name : list) longest_name = std::max(longest_name, name.size());
    return at->second;
  }
};

class CsvWriter final : public FileWriter {
 public:
  CsvWriter(std::string path, std::string head, CsvColumns columns)
      : FileWriter(std::move(path), std::move(head)),
        columns_(std::move(columns)),
        line_((columns_.columns.size() + 1) * (std::max(kMaxNumberLength, columns_.longest_name) + 2)),
        numbers_(columns_.columns.size()) {}

  ~CsvWriter() override { (void)Finish(); }

  Result<Unit> Append(double time, std::span<const double> row) override {
    DAEDALUS_CHECK(row.size() == columns_.row_size, "a row has one value for each stored signal");
    columns_.LearnStrings(row);
    char* out = FormatNumber(line_.data(), time);
    for (std::size_t i = 0; i < columns_.columns.size(); ++i) {
      *out++ = ',';
      out = AppendColumn(out, i, row);
    }
    *out++ = '\n';
    block_.bytes().append(line_.data(), out);
    return block_.IsDue() ? Flush() : Unit{};
  }

  Result<Unit> Flush() override {
    Result<Unit> written =
        file().Append(block_.bytes(), [](std::string_view fitted) { return fitted.rfind('\n') + 1; });
    block_.Clear();
    return written;
  }

 private:
  char* AppendColumn(char* out, std::size_t i, std::span<const double> row) {
    const Column& column = columns_.columns[i];
    const bool has_twin = column.twin != Column::kNoTwin;
    const std::string_view text = KnownText(column, row);
    if (!text.empty()) return std::copy_n(text.data(), text.size(), out);
    const WrittenNumber& number =
        has_twin ? numbers_[column.twin] : Written(numbers_[i], column, row[column.index]);
    // As many characters as there may be: that is faster than as many as there are.
    if (!column.is_opposite || std::isnan(number.value)) {
      std::copy_n(number.text.data(), kMaxNumberLength, out);
      return out + number.size;
    }
    if (number.text[0] != '-') {
      *out = '-';
      std::copy_n(number.text.data(), kMaxNumberLength, out + 1);
      return out + number.size + 1;
    }
    std::copy_n(number.text.data() + 1, kMaxNumberLength - 1, out);
    return out + number.size - 1;
  }

  // What the column has in every row, or the name of its value. Empty: it is a number.
  std::string_view KnownText(const Column& column, std::span<const double> row) const {
    if (column.text_size > 0)
      return std::string_view(columns_.texts).substr(column.text_begin, column.text_size);
    return columns_.NameOf(column.names, row[column.index]);
  }

  // The digits are computed only where the value is another one than in the row before.
  static const WrittenNumber& Written(WrittenNumber& number, const Column& column, double value) {
    const bool is_known =
        number.size > 0 && std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(number.value);
    if (is_known) return number;
    number.value = value;
    number.size = static_cast<std::uint32_t>(
        FormatValue(number.text.data(), column.kind, column.sign * value) - number.text.data());
    return number;
  }

  CsvColumns columns_;
  std::vector<char> line_;              // room for a row
  std::vector<WrittenNumber> numbers_;  // per column
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
      columns.AddValue(sources[i], schema.signals[i].type, schema);
    } else {
      columns.AddConstant(ConstantValue(schema, i), schema.signals[i].type, schema);
    }
    head += ',';
    AppendName(head, schema.signals[i].name);
  }
  head += '\n';
  return std::make_unique<CsvWriter>(path, std::move(head), std::move(columns));
}

}  // namespace daedalus::results
