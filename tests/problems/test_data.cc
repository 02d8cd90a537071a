#include "problems/test_data.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace daedalus::problems {
namespace {

using Row = std::vector<std::string>;

std::vector<Row> ReadRows(const std::string& file_name) {
  std::ifstream file(std::string(DAEDALUS_SOURCE_DIR "/../shared/data/ivp-testset/") + file_name);
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    Row row;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) row.push_back(field);
    if (row.size() >= 4) rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Row> ReadRows(const std::string& file_name, std::string_view problem) {
  std::vector<Row> rows = ReadRows(file_name);
  std::erase_if(rows, [&](const Row& row) { return row[0] != problem; });
  return rows;
}

double Number(const std::string& text) {
  return std::strtod(text.c_str(), nullptr);
}

}  // namespace

// Columns: problem, variable, index, y0, yp0.
StartValues ReadStart(std::string_view problem) {
  StartValues start;
  for (const Row& row : ReadRows("initial.csv", problem)) {
    if (row.size() < 5) return {};
    start.y.push_back(Number(row[3]));
    start.yp.push_back(Number(row[4]));
  }
  return start;
}

// Columns: problem, t_end, variable, value.
std::vector<double> ReadReference(std::string_view problem) {
  std::vector<double> values;
  for (const Row& row : ReadRows("reference.csv", problem)) values.push_back(Number(row[3]));
  return values;
}

std::vector<double> ReadBetterReference(std::string_view problem) {
  std::vector<double> values = ReadReference(problem);
  for (const Row& row : ReadRows("reference_extra.csv", problem)) {
    const long variable = std::strtol(row[2].c_str() + 1, nullptr, 10);  // "y17"
    if (variable >= 1 && variable <= static_cast<long>(values.size())) values[variable - 1] = Number(row[3]);
  }
  return values;
}

}  // namespace daedalus::problems
