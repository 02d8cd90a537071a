#include "daedalus/products/server/growing_results.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <string_view>

namespace daedalus::server {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

double NumberIn(std::string_view cell) {
  double value = kNoNumber;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return error == std::errc() && end == cell.data() + cell.size() ? value : kNoNumber;
}

struct Head {
  std::vector<std::string> names;
  std::uint64_t size = 0;  // with its line end; 0 if the head is not complete
};

Head ReadHead(std::ifstream& file) {
  Head head;
  std::string line;
  if (!std::getline(file, line) || file.eof()) return head;
  head.size = line.size() + 1;
  head.names = CellsOf(line);
  return head;
}

// The column of each name, or the number of columns if there is none.
std::vector<std::size_t> ColumnsOf(const Head& head, const std::vector<std::string>& names) {
  std::vector<std::size_t> columns;
  for (const std::string& name : names) {
    const auto at = std::find(head.names.begin(), head.names.end(), name);
    columns.push_back(static_cast<std::size_t>(at - head.names.begin()));
  }
  return columns;
}

// Visits the cells of a line without copying them. Cells in quotes keep their quotes.
template <class Visit>
void ForEachCell(std::string_view line, const Visit& visit) {
  std::size_t begin = 0, column = 0;
  bool in_quotes = false;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') in_quotes = !in_quotes;
    if (i < line.size() && (line[i] != ',' || in_quotes)) continue;
    visit(column++, line.substr(begin, i - begin));
    begin = i + 1;
  }
}

void AddRow(std::string_view line, const std::vector<std::size_t>& columns, std::vector<double>& row,
            CurvePiece& piece) {
  std::fill(row.begin(), row.end(), kNoNumber);
  double time = kNoNumber;
  ForEachCell(line, [&](std::size_t column, std::string_view cell) {
    if (column == 0) time = NumberIn(cell);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (columns[k] == column) row[k] = NumberIn(cell);
    }
  });
  piece.times.push_back(time);
  for (std::size_t k = 0; k < columns.size(); ++k) piece.values[k].push_back(row[k]);
}

}  // namespace

std::vector<std::string> CellsOf(std::string_view line) {
  std::vector<std::string> cells;
  ForEachCell(line, [&](std::size_t, std::string_view cell) {
    if (cell.size() < 2 || cell.front() != '"') {
      cells.emplace_back(cell);
      return;
    }
    std::string text;
    for (std::size_t i = 1; i + 1 < cell.size(); ++i) {
      text += cell[i];
      if (cell[i] == '"') ++i;  // two quotes mean one
    }
    cells.push_back(std::move(text));
  });
  return cells;
}

std::vector<std::string> ColumnNames(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return ReadHead(file).names;
}

CurvePiece ReadCurves(const std::string& path, const std::vector<std::string>& names, std::uint64_t from,
                      std::size_t most_bytes) {
  CurvePiece piece;
  piece.next = from;
  piece.values.resize(names.size());
  std::ifstream file(path, std::ios::binary);
  const Head head = ReadHead(file);
  if (head.size == 0) return piece;
  const std::vector<std::size_t> columns = ColumnsOf(head, names);
  std::vector<double> row(columns.size());
  const std::uint64_t begin = std::max(from, head.size);
  file.seekg(static_cast<std::streamoff>(begin));
  std::string block(most_bytes, '\0');
  file.read(block.data(), static_cast<std::streamsize>(most_bytes));
  block.resize(static_cast<std::size_t>(file.gcount()));
  piece.is_whole = block.size() < most_bytes;
  const std::size_t end = block.rfind('\n') + 1;  // 0 if there is none
  piece.next = begin + end;
  for (std::size_t at = 0; at < end;) {
    const std::size_t line_end = block.find('\n', at);
    AddRow(std::string_view(block).substr(at, line_end - at), columns, row, piece);
    at = line_end + 1;
  }
  return piece;
}

std::optional<double> LastTime(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const Head head = ReadHead(file);
  if (head.size == 0) return std::nullopt;
  file.seekg(0, std::ios::end);
  const auto size = static_cast<std::uint64_t>(file.tellg());
  // Rows are about as long as the head. If not, a longer window costs little.
  for (std::uint64_t window = 4096;; window *= 8) {
    const std::uint64_t begin = std::max(head.size, size > window ? size - window : 0);
    std::string block(static_cast<std::size_t>(size > begin ? size - begin : 0), '\0');
    file.clear();
    file.seekg(static_cast<std::streamoff>(begin));
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    const std::size_t end = block.rfind('\n');
    const std::size_t before = end == std::string::npos || end == 0 ? end : block.rfind('\n', end - 1);
    if (end != std::string::npos && (before != std::string::npos || begin == head.size)) {
      const std::size_t row = before == std::string::npos || end == 0 ? 0 : before + 1;
      const double time = NumberIn(std::string_view(block).substr(row, block.find(',', row) - row));
      if (time == time) return time;
      return std::nullopt;
    }
    if (begin == head.size) return std::nullopt;
  }
}

}  // namespace daedalus::server
