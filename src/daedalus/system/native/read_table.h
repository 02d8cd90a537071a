// Reading a matrix of numbers from a file, as tables and Modelica.Utilities.Streams have them:
//
//   text        "#1" in the first line, then any number of
//                 double name(2, 3)     # comment
//                 1 2 3 4 5 6           values row by row, breaks and comments anywhere between
//   .csv        one row a line, columns separated by a delimiter; the name is of no account
//   .mat        MATLAB's levels 4 and 5 (mat_file.h), full matrices of any number format, either byte order
//
// The kind is told by the end of the name.
#pragma once

#include <string>

#include "daedalus/base/expected.h"
#include "daedalus/system/native/matrix.h"

namespace daedalus::native {

struct CsvOptions {
  char delimiter = ',';
  int num_header_lines = 0;
};

// The error is a sentence fragment with the name of the file in it.
Expected<Matrix, std::string> ReadMatrix(const std::string& file, const std::string& name,
                                         const CsvOptions& csv = {});

// What ReadMatrix does with the text of a file.
Expected<Matrix, std::string> ParseTextTable(const std::string& text, const std::string& name);
Expected<Matrix, std::string> ParseCsv(const std::string& text, const CsvOptions& options);
Expected<Matrix, std::string> ParseMat(const std::string& bytes, const std::string& name);
Expected<Matrix, std::string> ParseMat4(const std::string& bytes, const std::string& name);

}  // namespace daedalus::native
