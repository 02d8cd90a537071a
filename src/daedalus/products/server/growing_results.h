// Reads curves from a CSV file while a run is still writing it.
//
// A run appends rows in whole blocks (results/writer.h), so everything up to the last line end is valid. A
// reader passes the byte at which it stopped, and gets the rows after it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace daedalus::server {

struct CurvePiece {
  std::vector<double> times;
  std::vector<std::vector<double>> values;  // one list for each name
  std::uint64_t next = 0;                   // where the next piece begins
  bool is_whole = true;                     // false if more rows are available
};

// The names in the head; empty if it is not there yet.
std::vector<std::string> ColumnNames(const std::string& path);

// `from`: 0 for the first piece, later `next` of the piece before. A name that is not in the file gives NaN.
// One piece reads at most `most_bytes`.
CurvePiece ReadCurves(const std::string& path, const std::vector<std::string>& names, std::uint64_t from,
                      std::size_t most_bytes = std::size_t{8} << 20);

// The time of the last whole row; nullopt before the first one.
std::optional<double> LastTime(const std::string& path);

// The cells of a line (RFC 4180).
std::vector<std::string> CellsOf(std::string_view line);

}  // namespace daedalus::server
