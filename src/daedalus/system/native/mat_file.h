// MATLAB's binary files, as far as they hold matrices of numbers.
//
//   level 4   "-v4": a header of five numbers, the name, the values column by column
//   level 5   "-v6": 128 bytes of text, then elements: a tag (type, length), and data padded to 8 bytes. A
//             matrix is an element that consists of elements: class and flags, dimensions, name, real part
//             "-v7": the same, where an element may be compressed by zlib
//
// Level 5 is described in MathWorks, MAT-File Format, 2015 and later. Read are full and real matrices of any
// number type with two dimensions; other contents are skipped. "-v7.3" is HDF5, which the error says.
#pragma once

#include <optional>
#include <string>

#include "daedalus/base/expected.h"
#include "daedalus/system/native/matrix.h"

namespace daedalus::native {

enum class MatLevel { k4, k5, k5Compressed };

// Of the text "4", "6" or "7".
std::optional<MatLevel> MatLevelOf(const std::string& format);

// Errors are sentence fragments.
Expected<Matrix, std::string> ParseMat5(const std::string& bytes, const std::string& name);

std::string FormatMat4(const std::string& name, const Matrix& matrix);
// An element, to be appended to a file of that level.
std::string FormatMat5(const std::string& name, const Matrix& matrix, bool is_compressed);

// `appends`: behind what the file holds already, where that is of the same level. Why it could not be
// written; nullopt if it was.
std::optional<std::string> WriteMatrix(const std::string& file, const std::string& name, const Matrix& matrix,
                                       MatLevel level, bool appends);

}  // namespace daedalus::native
