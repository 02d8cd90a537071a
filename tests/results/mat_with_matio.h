// Reads one matrix of a MAT file with libmatio: a second opinion on what we wrote.
#pragma once

#include <matio.h>

#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace daedalus::results {

struct MatioMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> numbers;  // by columns; of text: the character codes
};

inline std::optional<MatioMatrix> ReadWithMatio(const std::string& path, const char* name) {
  mat_t* file = Mat_Open(path.c_str(), MAT_ACC_RDONLY);
  if (file == nullptr) return std::nullopt;
  matvar_t* variable = Mat_VarRead(file, name);
  std::optional<MatioMatrix> out;
  if (variable != nullptr && variable->rank == 2) {
    out.emplace();
    out->rows = variable->dims[0];
    out->columns = variable->dims[1];
    for (std::size_t i = 0; i < out->rows * out->columns; ++i) {
      const auto* data =
          static_cast<const char*>(variable->data) + i * static_cast<std::size_t>(variable->data_size);
      double number = 0;
      std::int32_t integer = 0;
      if (variable->data_type == MAT_T_DOUBLE) {
        std::memcpy(&number, data, sizeof number);
      } else if (variable->data_type == MAT_T_INT32) {
        std::memcpy(&integer, data, sizeof integer);
        number = integer;
      } else {
        number = static_cast<unsigned char>(*data);
      }
      out->numbers.push_back(number);
    }
  }
  if (variable != nullptr) Mat_VarFree(variable);
  Mat_Close(file);
  return out;
}

// The text in a column, up to its padding.
inline std::string ColumnText(const MatioMatrix& matrix, std::size_t column) {
  std::string text;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const char c = static_cast<char>(matrix.numbers[column * matrix.rows + row]);
    if (c == '\0') break;
    text += c;
  }
  return text;
}

inline std::string RowText(const MatioMatrix& matrix, std::size_t row) {
  std::string text;
  for (std::size_t column = 0; column < matrix.columns; ++column) {
    text += static_cast<char>(matrix.numbers[column * matrix.rows + row]);
  }
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

}  // namespace daedalus::results
