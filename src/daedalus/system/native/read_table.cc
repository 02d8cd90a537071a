#include "daedalus/system/native/read_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "daedalus/base/read_file.h"
#include "daedalus/system/native/mat_file.h"

namespace daedalus::native {
namespace {

// Larger than what anybody tables; keeps a damaged header from asking for all of the memory.
constexpr double kMostElements = 1e9;

bool IsSpace(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

// A number that starts at `at`, which goes behind it.
std::optional<double> TakeNumber(std::string_view text, std::size_t* at) {
  std::size_t start = *at;
  if (start < text.size() && text[start] == '+') ++start;
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data() + start, text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  *at = static_cast<std::size_t>(end - text.data());
  return value;
}

// Words of a text table; comments and white space between them are passed over.
class TextTable {
 public:
  explicit TextTable(std::string_view text) : text_(text) {}

  void SkipSpace() {
    while (at_ < text_.size()) {
      if (IsSpace(text_[at_])) {
        line_ += text_[at_++] == '\n';
      } else if (text_[at_] == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else {
        return;
      }
    }
  }
  bool AtEnd() {
    SkipSpace();
    return at_ == text_.size();
  }
  bool Take(std::string_view word) {
    SkipSpace();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  std::string_view TakeName() {
    SkipSpace();
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] != '(' && !IsSpace(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }
  // White space, or a comma or semicolon between two numbers.
  std::optional<double> Number() {
    SkipSpace();
    if (at_ < text_.size() && (text_[at_] == ',' || text_[at_] == ';')) ++at_;
    SkipSpace();
    return TakeNumber(text_, &at_);
  }
  int line() const { return line_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

struct Header {
  std::string_view name;
  Matrix matrix;
};

Expected<Header, std::string> TakeHeader(TextTable& table) {
  const auto fail = [&](std::string_view what) {
    return Failure{fmt::format("line {}: {}", table.line(), what)};
  };
  if (!table.Take("double") && !table.Take("float")) return fail("`double name(rows, columns)` is expected");
  const std::string_view name = table.TakeName();
  if (!table.Take("(")) return fail("a parenthesis is missing after the name");
  const auto rows = table.Number();
  const auto cols = rows && table.Take(",") ? table.Number() : std::nullopt;
  if (!cols || !table.Take(")")) return fail("the size of a matrix is `(rows, columns)`");
  if (!(*rows >= 0.0 && *cols >= 0.0 && *rows * *cols <= kMostElements))
    return fail("this is not a valid size of a matrix");
  return Header{name, Matrix(static_cast<std::size_t>(*rows), static_cast<std::size_t>(*cols))};
}

// The bytes of a level-4 file.
class Mat4 {
 public:
  Mat4(std::string_view bytes, bool is_swapped) : bytes_(bytes), is_swapped_(is_swapped) {}

  bool Has(std::size_t count) const { return count <= bytes_.size() - at_; }
  std::string_view Take(std::size_t count) {
    const std::string_view taken = bytes_.substr(at_, count);
    at_ += count;
    return taken;
  }
  template <class T>
  T Get() {
    char buffer[sizeof(T)];
    const std::string_view raw = Take(sizeof(T));
    for (std::size_t i = 0; i < sizeof(T); ++i) buffer[i] = raw[is_swapped_ ? sizeof(T) - 1 - i : i];
    T value;
    std::copy(buffer, buffer + sizeof(T), reinterpret_cast<char*>(&value));
    return value;
  }
  bool AtEnd() const { return at_ == bytes_.size(); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool is_swapped_;
};

// The third digit of the type.
constexpr std::size_t kSizes[] = {8, 4, 4, 2, 2, 1};

double GetNumber(Mat4& file, int format) {
  switch (format) {
    case 0:
      return file.Get<double>();
    case 1:
      return static_cast<double>(file.Get<float>());
    case 2:
      return file.Get<std::int32_t>();
    case 3:
      return file.Get<std::int16_t>();
    case 4:
      return file.Get<std::uint16_t>();
    default:
      return file.Get<std::uint8_t>();
  }
}

bool EndsWith(std::string_view name, std::string_view end) {
  if (name.size() < end.size()) return false;
  for (std::size_t i = 0; i < end.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(name[name.size() - end.size() + i])) != end[i]) return false;
  }
  return true;
}

}  // namespace

Expected<Matrix, std::string> ParseTextTable(const std::string& text, const std::string& name) {
  if (!text.starts_with("#1")) return Failure{std::string("the first line of a table is `#1`")};
  TextTable table(text);
  while (!table.AtEnd()) {
    auto header = TakeHeader(table);
    if (!header) return Failure{header.error()};
    for (double& value : header->matrix.values) {
      const auto number = table.Number();
      if (!number)
        return Failure{fmt::format("line {}: a number of `{}` is missing", table.line(), header->name)};
      value = *number;
    }
    if (header->name == name) return std::move(header->matrix);
  }
  return Failure{fmt::format("there is no table `{}`", name)};
}

Expected<Matrix, std::string> ParseCsv(const std::string& text, const CsvOptions& options) {
  Matrix matrix;
  std::size_t at = 0;
  for (int line = 1; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view row = std::string_view(text).substr(at, end - at);
    at = end + 1;
    while (!row.empty() && IsSpace(row.back()) && row.back() != options.delimiter) row.remove_suffix(1);
    if (line <= options.num_header_lines || row.empty()) continue;
    std::size_t cols = 0;
    for (std::size_t i = 0; i <= row.size(); ++cols) {
      while (i < row.size() && IsSpace(row[i])) ++i;
      const auto number = TakeNumber(row, &i);
      while (number && i < row.size() && IsSpace(row[i]) && row[i] != options.delimiter) ++i;
      if (!number || (i < row.size() && row[i] != options.delimiter)) {
        return Failure{fmt::format("line {}: column {} is not a number", line, cols + 1)};
      }
      matrix.values.push_back(*number);
      ++i;
    }
    if (matrix.rows > 0 && cols != matrix.cols) {
      return Failure{fmt::format("line {}: {} columns, and {} before", line, cols, matrix.cols)};
    }
    matrix.cols = cols;
    ++matrix.rows;
  }
  return matrix;
}

Expected<Matrix, std::string> ParseMat4(const std::string& bytes, const std::string& name) {
  constexpr std::size_t kHeader = 20;
  // The type is a small number; read in the wrong byte order it is not.
  const bool is_swapped = bytes.size() >= 4 && Mat4(bytes, false).Get<std::uint32_t>() > 4052;
  Mat4 file(bytes, is_swapped);
  while (!file.AtEnd()) {
    if (!file.Has(kHeader)) return Failure{std::string("the file ends within a header")};
    const auto type = file.Get<std::uint32_t>();
    const auto rows = file.Get<std::uint32_t>(), cols = file.Get<std::uint32_t>();
    const auto has_imaginary = file.Get<std::uint32_t>(), name_length = file.Get<std::uint32_t>();
    const auto format = static_cast<int>(type / 10 % 10), kind = static_cast<int>(type % 10);
    if (format > 5 || kind > 2 || static_cast<double>(rows) * cols > kMostElements ||
        !file.Has(name_length)) {
      return Failure{std::string("this is not a MAT file of level 4")};
    }
    std::string_view found = file.Take(name_length);
    found = found.substr(0, found.find('\0'));
    const std::size_t size = std::size_t{rows} * cols * kSizes[format];
    if (!file.Has(size)) return Failure{fmt::format("the file ends within `{}`", found)};
    if (found != name) {
      const std::size_t all = has_imaginary != 0 ? 2 * size : size;
      if (!file.Has(all)) return Failure{fmt::format("the file ends within `{}`", found)};
      file.Take(all);
      continue;
    }
    if (kind != 0) return Failure{fmt::format("`{}` is not a full matrix of numbers", name)};
    Matrix matrix(rows, cols);
    for (std::size_t j = 0; j < cols; ++j) {
      for (std::size_t i = 0; i < rows; ++i) matrix(i, j) = GetNumber(file, format);
    }
    return matrix;
  }
  return Failure{fmt::format("there is no matrix `{}`", name)};
}

Expected<Matrix, std::string> ParseMat(const std::string& bytes, const std::string& name) {
  return bytes.starts_with("MATLAB") ? ParseMat5(bytes, name) : ParseMat4(bytes, name);
}

Expected<Matrix, std::string> ReadMatrix(const std::string& file, const std::string& name,
                                         const CsvOptions& csv) {
  const auto text = ReadFile(file);
  if (!text) return Failure{fmt::format("`{}`: {}", file, text.error())};
  auto matrix = EndsWith(file, ".mat")   ? ParseMat(*text, name)
                : EndsWith(file, ".csv") ? ParseCsv(*text, csv)
                                         : ParseTextTable(*text, name);
  if (!matrix) return Failure{fmt::format("`{}`: {}", file, matrix.error())};
  return matrix;
}

}  // namespace daedalus::native
