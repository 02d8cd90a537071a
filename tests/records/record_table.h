// The tables of tests/records: what was measured, a line each, a key and numbers.
//
// They are regression floors, taken from our own output: a test holds a run to them less a margin. They prove
// nothing about the world; the references of the problems and the expected values of the models do that.
//
// Digits at one tolerance are a matter of luck: 0.2 % of it moves them by one. So the worst of a few
// neighbours is what is recorded, and another machine, whose rounding is another neighbour, does not fall
// below by chance; beside it stands their median, which is closer to what the method can do.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace daedalus::records {

inline constexpr double kNeighbours[] = {1, 0.96, 0.98, 1.02, 1.04};

class RecordTable {
 public:
  // Fields between tabs, the first `num_keys` of them the key; lines that begin with # are remarks.
  RecordTable(const std::string& file_name, int num_keys) {
    std::ifstream file(DAEDALUS_SOURCE_DIR "/tests/records/" + file_name);
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with('#')) continue;
      std::size_t end = std::string::npos;
      for (int k = 0; k < num_keys; ++k) end = line.find('\t', end + 1);
      std::istringstream numbers(line.substr(end));
      std::vector<double>& row = rows_[line.substr(0, end)];
      for (double number = 0; numbers >> number;) row.push_back(number);
    }
  }

  // Empty when there is no such line.
  std::vector<double> Find(const std::string& key) const {
    const auto found = rows_.find(key);
    return found == rows_.end() ? std::vector<double>() : found->second;
  }

 private:
  std::map<std::string, std::vector<double>> rows_;
};

// The middle one of an odd number of values.
inline double MedianOf(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

inline constexpr int kDigitsKeys = 3, kErrorKeys = 4;

inline std::string DigitsKey(const std::string& form, const std::string& method, double relative) {
  return fmt::format("{}\t{}\t{:.0e}", form, method, relative);
}

inline std::string ErrorKey(const std::string& model, const std::string& form, const std::string& variable,
                            double time) {
  return fmt::format("{}\t{}\t{}\t{:g}", model, form, variable, time);
}

}  // namespace daedalus::records
