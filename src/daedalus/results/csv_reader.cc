// Two passes: count the lines, so that columns can be laid out at once; then read the numbers into their
// places.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>

#include "daedalus/results/reader.h"

namespace daedalus::results {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// A text in quotes may go over several lines; a quote that never ends ends with its line.
std::string_view TakeLine(std::string_view& text) {
  std::size_t end = text.find('\n');
  bool is_open = false;
  for (std::size_t begin = 0, stop = end; stop != std::string_view::npos;
       begin = stop, stop = text.find('\n', stop + 1)) {
    is_open ^= std::ranges::count(text.substr(begin, stop - begin), '"') % 2 == 1;
    if (!is_open) {
      end = stop;
      break;
    }
  }
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// One field of the head, quoted or plain, with the separator or line end behind it. False if a quote does not
// end.
bool TakeName(std::string_view& text, std::string& name, bool& last) {
  name.clear();
  if (text.starts_with('"')) {
    std::size_t i = 1;
    for (;; ++i) {
      if (i >= text.size()) return false;
      if (text[i] == '"' && (i + 1 == text.size() || text[i + 1] != '"')) break;
      if (text[i] == '"') ++i;
      name += text[i];
    }
    text.remove_prefix(i + 1);
  }
  const std::size_t end = std::min(text.find_first_of(",\n"), text.size());
  name += text.substr(0, end);
  last = end == text.size() || text[end] == '\n';
  if (last && name.ends_with('\r')) name.pop_back();
  text.remove_prefix(std::min(end + 1, text.size()));
  return true;
}

bool IsTime(std::string_view name) {
  return name == "time" || name == "Time" || name == "TIME";
}

// A number with the blanks, quotes and sign that other tools put around it.
bool ParseNumber(std::string_view field, double& value) {
  const auto is_padding = [](char c) { return c == ' ' || c == '\t' || c == '"'; };
  while (!field.empty() && is_padding(field.front())) field.remove_prefix(1);
  while (!field.empty() && is_padding(field.back())) field.remove_suffix(1);
  if (field.starts_with('+')) field.remove_prefix(1);
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  if (error == std::errc::result_out_of_range && stop == end) {
    // from_chars leaves the value alone: strtod's answer is infinite, or (nearly) zero.
    value = std::strtod(std::string(field).c_str(), nullptr);
    return true;
  }
  return error == std::errc() && stop == end;
}

// Where the comma stands that ends the first field, which may be quoted.
std::size_t EndOfField(std::string_view line) {
  if (!line.starts_with('"')) return line.find(',');
  bool is_inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') is_inside = !is_inside;
    if (line[i] == ',' && !is_inside) return i;
  }
  return std::string_view::npos;
}

class CsvReader {
 public:
  CsvReader(const std::string& name, std::string_view text) : file_(name), text_(text) {}

  Result<Trajectory> Read() {
    if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
    if (Result<Unit> head = ReadHead(); !head) return Failure{std::move(head).error()};
    DropIncompleteLine();
    AllocateColumns();
    for (std::size_t point = 0; !text_.empty();) {
      const std::string_view line = TakeLine(text_);
      ++line_number_;
      if (line.empty()) continue;
      if (Result<Unit> row = ReadRow(line, point++); !row) return Failure{std::move(row).error()};
      line_number_ += std::ranges::count(line, '\n');
    }
    return std::move(out_);
  }

 private:
  template <class... Args>
  Failure<std::vector<Diagnostic>> Bad(fmt::format_string<Args...> format, Args&&... args) const {
    return Fail(Error(Code::kBadResultFile, {}, "`{}` line {}: {}", file_, line_number_,
                      fmt::format(format, std::forward<Args>(args)...)));
  }

  Result<Unit> ReadHead() {
    line_number_ = 1;
    const std::string_view whole = text_;
    std::string name;
    bool last = false;
    if (!TakeName(text_, name, last)) return Bad("a quoted name does not end");
    if (!IsTime(name)) return Bad("the first column is `{}`, not `time`", name.substr(0, 60));
    while (!last) {
      if (!TakeName(text_, name, last)) return Bad("a quoted name does not end");
      out_.names.push_back(name);
    }
    if (!whole.substr(0, whole.size() - text_.size()).ends_with('\n')) {
      return Bad("the line with the names is incomplete");
    }
    line_number_ += std::count(whole.begin(), whole.end() - text_.size(), '\n') - 1;
    return Unit{};
  }

  // The writer of this file was killed, or is still at work: the last number may be cut in the middle.
  void DropIncompleteLine() {
    if (text_.empty() || text_.ends_with('\n')) return;
    const std::size_t end = text_.rfind('\n');
    text_ = text_.substr(0, end == std::string_view::npos ? 0 : end + 1);
    out_.warnings.push_back(
        Warning(Code::kIncompleteResultFile, {}, "`{}`: the last line is incomplete and was dropped", file_));
  }

  void AllocateColumns() {
    std::size_t num_points = 0;
    for (std::string_view rest = text_; !rest.empty();) num_points += !TakeLine(rest).empty();
    out_.time.resize(num_points);
    out_.values.resize(num_points * out_.names.size());
    out_.column.resize(out_.names.size());
    std::iota(out_.column.begin(), out_.column.end(), 0u);
  }

  Result<Unit> ReadRow(std::string_view line, std::size_t point) {
    const std::size_t num_points = out_.time.size(), num_fields = out_.names.size() + 1;
    std::size_t field = 0;
    for (bool more = true; more; ++field) {
      const std::size_t comma = EndOfField(line);
      const std::string_view text = line.substr(0, comma);
      more = comma != std::string_view::npos;
      if (more) line.remove_prefix(comma + 1);
      if (field >= num_fields) continue;  // counted for the message below
      double& value = field == 0 ? out_.time[point] : out_.values[(field - 1) * num_points + point];
      if (field == 0) quotes_numbers_ = text.starts_with('"');
      const bool is_number = !IsText(text, field, point) && ParseNumber(text, value);
      if (!is_number && !ParseText(text, field, point, value)) {
        return Bad("column {} (`{}`): `{}` is not a number", field + 1,
                   field == 0 ? std::string("time") : out_.names[field - 1], text.substr(0, 60));
      }
    }
    if (field != num_fields) return Bad("{} values in {} columns", field, num_fields);
    if (std::isnan(out_.time[point])) return Bad("the time is not a number");
    if (point > 0 && out_.time[point] < out_.time[point - 1]) {
      return Bad("time goes back from {} to {}", out_.time[point - 1], out_.time[point]);
    }
    return Unit{};
  }

  // "12" can be a text too; but who quotes the time quotes every number.
  bool IsText(std::string_view field, std::size_t column, std::size_t point) const {
    if (column == 0 || !field.starts_with('"')) return false;
    if (point == 0) return !quotes_numbers_;
    return !out_.types.empty() && out_.types[column - 1].kind == NumberKind::kString;
  }

  // A column of quoted texts is one of Strings from its first row on.
  bool ParseText(std::string_view field, std::size_t column, std::size_t point, double& value) {
    if (field == "true" || field == "false") {
      value = field == "true" ? 1 : 0;
      return column > 0;
    }
    std::string text;
    bool last = false;
    if (column == 0 || !field.starts_with('"') || !TakeName(field, text, last)) return false;
    if (out_.types.empty()) out_.types.resize(out_.names.size());
    SignalType& type = out_.types[column - 1];
    if (point == 0) type = {NumberKind::kString, true, {}};
    if (type.kind != NumberKind::kString) return false;
    const auto [at, is_new] = number_of_text_.try_emplace(text, out_.texts.size() + 1);
    if (is_new) out_.texts.push_back(text);
    value = static_cast<double>(at->second);
    return true;
  }

  const std::string& file_;
  std::map<std::string, std::size_t> number_of_text_;
  std::string_view text_;
  std::ptrdiff_t line_number_ = 0;
  bool quotes_numbers_ = false;
  Trajectory out_;
};

}  // namespace

Result<Trajectory> ReadCsv(const std::string& name, std::string_view text) {
  return CsvReader(name, text).Read();
}

}  // namespace daedalus::results
