#include <fmt/format.h>
#include <zlib.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "daedalus/system/native/mat_file.h"

namespace daedalus::native {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they stand in memory");

template <class T>
void Put(std::string& out, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  out.append(raw, sizeof(T));
}

void PutColumns(std::string& out, const Matrix& matrix) {
  for (std::size_t j = 0; j < matrix.cols; ++j) {
    for (std::size_t i = 0; i < matrix.rows; ++i) Put(out, matrix(i, j));
  }
}

// Tag, data, and zeros up to a multiple of 8 bytes.
void PutElement(std::string& out, std::uint32_t type, const std::string& data) {
  Put(out, type);
  Put(out, static_cast<std::uint32_t>(data.size()));
  out += data;
  out.append((8 - data.size() % 8) % 8, '\0');
}

constexpr std::uint32_t kInt8Type = 1, kInt32Type = 5, kUint32Type = 6, kDoubleType = 9, kMatrixType = 14,
                        kCompressedType = 15;
constexpr std::uint32_t kDoubleClass = 6;

std::string Mat5Header() {
  std::string header = "MATLAB 5.0 MAT-file, written by Daedalus";
  header.resize(116, ' ');
  header.resize(124, '\0');
  return header + std::string("\x00\x01IM", 4);
}

std::string Deflated(const std::string& data) {
  uLongf size = compressBound(static_cast<uLong>(data.size()));
  std::vector<Bytef> out(size), in(data.begin(), data.end());
  compress(out.data(), &size, in.data(), static_cast<uLong>(in.size()));  // cannot fail: there is room
  return {out.begin(), out.begin() + static_cast<std::ptrdiff_t>(size)};
}

// The first bytes of the file, as many as there are of a header.
std::string BeginOf(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string begin(128, '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(in.gcount()));
  return begin;
}

}  // namespace

std::optional<MatLevel> MatLevelOf(const std::string& format) {
  if (format == "4") return MatLevel::k4;
  if (format == "6") return MatLevel::k5;
  if (format == "7") return MatLevel::k5Compressed;
  return std::nullopt;
}

std::string FormatMat4(const std::string& name, const Matrix& matrix) {
  std::string out;
  // Little-endian, doubles, a full matrix; no imaginary part; the name with a zero behind it.
  for (const std::size_t number : {std::size_t{0}, matrix.rows, matrix.cols, std::size_t{0}, name.size() + 1})
    Put(out, static_cast<std::uint32_t>(number));
  out += name;
  out += '\0';
  PutColumns(out, matrix);
  return out;
}

std::string FormatMat5(const std::string& name, const Matrix& matrix, bool is_compressed) {
  std::string flags, dims, values, content, out;
  Put(flags, kDoubleClass);
  Put(flags, std::uint32_t{0});
  Put(dims, static_cast<std::int32_t>(matrix.rows));
  Put(dims, static_cast<std::int32_t>(matrix.cols));
  PutColumns(values, matrix);
  PutElement(content, kUint32Type, flags);
  PutElement(content, kInt32Type, dims);
  PutElement(content, kInt8Type, name);
  PutElement(content, kDoubleType, values);
  PutElement(out, kMatrixType, content);
  if (!is_compressed) return out;
  const std::string deflated = Deflated(out);
  out.clear();
  Put(out, kCompressedType);  // not padded
  Put(out, static_cast<std::uint32_t>(deflated.size()));
  return out + deflated;
}

std::optional<std::string> WriteMatrix(const std::string& file, const std::string& name, const Matrix& matrix,
                                       MatLevel level, bool appends) {
  const std::string begin = appends ? BeginOf(file) : std::string();
  const bool is_new = begin.empty(), is_level_5 = level != MatLevel::k4;
  if (!is_new && begin.starts_with("MATLAB") != is_level_5)
    return fmt::format("`{}` is a MAT file of another level, to which nothing of this one can be appended",
                       file);
  std::ofstream out(file, std::ios::binary | (is_new ? std::ios::trunc : std::ios::app));
  if (is_new && is_level_5) out << Mat5Header();
  out << (is_level_5 ? FormatMat5(name, matrix, level == MatLevel::k5Compressed) : FormatMat4(name, matrix));
  out.flush();
  if (!out) return fmt::format("`{}` cannot be written", file);
  return std::nullopt;
}

}  // namespace daedalus::native
