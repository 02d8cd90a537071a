// Matrices in the bytes of MAT version 4 (mat_layout.h), for those who write files of them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "daedalus/results/mat_layout.h"

namespace daedalus::results {

template <class T>
std::string_view MatBytesOf(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// MOPT of a matrix in the byte order of this machine.
inline std::int32_t MatType(MatFormat format, bool text) {
  const std::int32_t byte_order = std::endian::native == std::endian::big ? 1000 : 0;
  return byte_order + 10 * static_cast<std::int32_t>(format) + (text ? 1 : 0);
}

// Appends the header; the elements follow. Returns where the header stands.
inline std::size_t BeginMatMatrix(std::string& bytes, std::string_view name, std::int32_t type,
                                  std::size_t rows, std::size_t columns) {
  const std::size_t begin = bytes.size();
  const MatHeader header{type, static_cast<std::int32_t>(rows), static_cast<std::int32_t>(columns), 0,
                         static_cast<std::int32_t>(name.size() + 1)};
  bytes += MatBytesOf(header);
  bytes += name;
  bytes += '\0';
  return begin;
}

// A matrix of numbers, given by columns.
inline void AppendMatNumbers(std::string& bytes, std::string_view name, std::size_t rows, std::size_t columns,
                             std::span<const double> values) {
  BeginMatMatrix(bytes, name, MatType(MatFormat::kDouble, false), rows, columns);
  for (const double value : values) bytes += MatBytesOf(value);
}

// A text in each row, filled up with spaces.
inline void AppendMatTexts(std::string& bytes, std::string_view name, std::span<const std::string> texts) {
  std::size_t width = 0;
  for (const std::string& text : texts) width = std::max(width, text.size());
  BeginMatMatrix(bytes, name, MatType(MatFormat::kUint8, true), texts.size(), width);
  for (std::size_t column = 0; column < width; ++column) {
    for (const std::string& text : texts) bytes += column < text.size() ? text[column] : ' ';
  }
}

}  // namespace daedalus::results
