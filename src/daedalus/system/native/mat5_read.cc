#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "daedalus/system/native/mat_file.h"

namespace daedalus::native {
namespace {

// Types of elements, table 1-1 of the format.
enum : std::uint32_t {
  kInt8 = 1,
  kUint8 = 2,
  kInt16 = 3,
  kUint16 = 4,
  kInt32 = 5,
  kUint32 = 6,
  kSingle = 7,
  kDouble = 9,
  kInt64 = 12,
  kUint64 = 13,
  kMatrix = 14,
  kCompressed = 15,
};
constexpr std::size_t kFileHeader = 128;
// Classes of arrays, table 1-3: double, single, then the integers. The others are texts, cells, structures,
// sparse matrices.
constexpr std::uint32_t kFirstNumeric = 6, kLastNumeric = 15;
constexpr std::uint32_t kComplexFlag = 0x0800;
constexpr double kMostMat5Elements = 1e9;
constexpr std::size_t kMostInflated = std::size_t{1} << 33;

struct Element {
  std::uint32_t type = 0;
  std::string_view data;
};

// Elements one after the other, in either byte order.
class ElementReader {
 public:
  ElementReader(std::string_view bytes, bool is_swapped) : bytes_(bytes), is_swapped_(is_swapped) {}

  bool AtEnd() const { return at_ >= bytes_.size(); }
  bool is_swapped() const { return is_swapped_; }

  // nullopt if the bytes end within it.
  std::optional<Element> Next() {
    if (at_ + 8 > bytes_.size()) return std::nullopt;
    const auto first = Read<std::uint32_t>(bytes_.substr(at_));
    Element element{first, {}};
    std::size_t length = first >> 16, begin = at_ + 4;
    if (length != 0) {  // a small one: length and type share four bytes, the data stand in the other four
      element.type = first & 0xffffu;
      if (length > 4) return std::nullopt;
      at_ += 8;
    } else {
      length = Read<std::uint32_t>(bytes_.substr(at_ + 4));
      begin = at_ + 8;
      if (length > bytes_.size() - begin) return std::nullopt;
      const bool is_padded = element.type != kCompressed;
      at_ = begin + (is_padded ? (length + 7) / 8 * 8 : length);
    }
    element.data = bytes_.substr(begin, length);
    return element;
  }

  template <class T>
  T Read(std::string_view from) const {
    char raw[sizeof(T)];
    std::memcpy(raw, from.data(), sizeof(T));
    if (is_swapped_) std::reverse(raw, raw + sizeof(T));
    T value;
    std::memcpy(&value, raw, sizeof(T));
    return value;
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool is_swapped_;
};

template <class T>
bool ReadAs(const ElementReader& reader, std::string_view data, std::vector<double>* out) {
  if (data.size() != out->size() * sizeof(T)) return false;
  for (std::size_t i = 0; i < out->size(); ++i)
    (*out)[i] = static_cast<double>(reader.Read<T>(data.substr(i * sizeof(T))));
  return true;
}

// A matrix of doubles may be stored in a smaller type that holds all its values.
bool ReadNumbers(const ElementReader& reader, const Element& element, std::vector<double>* out) {
  switch (element.type) {
    case kInt8:
      return ReadAs<std::int8_t>(reader, element.data, out);
    case kUint8:
      return ReadAs<std::uint8_t>(reader, element.data, out);
    case kInt16:
      return ReadAs<std::int16_t>(reader, element.data, out);
    case kUint16:
      return ReadAs<std::uint16_t>(reader, element.data, out);
    case kInt32:
      return ReadAs<std::int32_t>(reader, element.data, out);
    case kUint32:
      return ReadAs<std::uint32_t>(reader, element.data, out);
    case kSingle:
      return ReadAs<float>(reader, element.data, out);
    case kDouble:
      return ReadAs<double>(reader, element.data, out);
    case kInt64:
      return ReadAs<std::int64_t>(reader, element.data, out);
    case kUint64:
      return ReadAs<std::uint64_t>(reader, element.data, out);
    default:
      return false;
  }
}

std::optional<std::string> Inflate(std::string_view bytes) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return std::nullopt;
  std::string out;
  std::vector<unsigned char> in(bytes.begin(), bytes.end());
  stream.next_in = in.data();
  stream.avail_in = static_cast<uInt>(in.size());
  std::vector<unsigned char> chunk(1 << 16);
  int status = Z_OK;
  while (status == Z_OK && out.size() < kMostInflated) {
    stream.next_out = chunk.data();
    stream.avail_out = static_cast<uInt>(chunk.size());
    status = inflate(&stream, Z_NO_FLUSH);
    out.append(chunk.begin(), chunk.end() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END) return std::nullopt;
  return out;
}

struct Named {
  std::string_view name;
  std::uint32_t flags = 0;
  std::vector<std::size_t> dims;
  ElementReader rest;  // in front of the real part
};

std::optional<Named> ReadHead(std::string_view bytes, bool is_swapped) {
  Named head{{}, 0, {}, ElementReader(bytes, is_swapped)};
  const auto flags = head.rest.Next(), dims = head.rest.Next(), name = head.rest.Next();
  if (!flags || !dims || !name || flags->data.size() < 8 || dims->type != kInt32) return std::nullopt;
  head.flags = head.rest.Read<std::uint32_t>(flags->data);
  for (std::size_t at = 0; at + 4 <= dims->data.size(); at += 4)
    head.dims.push_back(head.rest.Read<std::uint32_t>(dims->data.substr(at)));
  head.name = name->data;
  return head;
}

Expected<Matrix, std::string> ReadBody(Named& head) {
  const std::uint32_t cls = head.flags & 0xffu;
  const bool is_plain = cls >= kFirstNumeric && cls <= kLastNumeric && (head.flags & kComplexFlag) == 0;
  if (!is_plain || head.dims.size() != 2)
    return Failure{fmt::format("`{}` is not a full matrix of real numbers", head.name)};
  const std::size_t rows = head.dims[0], cols = head.dims[1];
  if (static_cast<double>(rows) * static_cast<double>(cols) > kMostMat5Elements)
    return Failure{fmt::format("`{}` has more than {} elements", head.name, kMostMat5Elements)};
  const auto real = head.rest.Next();
  if (real && real->data.size() < rows * cols)
    return Failure{fmt::format("the file ends within `{}`", head.name)};
  std::vector<double> by_columns(rows * cols);
  if (!real || !ReadNumbers(head.rest, *real, &by_columns))
    return Failure{fmt::format("the values of `{}` contradict its header", head.name)};
  Matrix matrix(rows, cols);
  for (std::size_t j = 0; j < cols; ++j) {
    for (std::size_t i = 0; i < rows; ++i) matrix(i, j) = by_columns[j * rows + i];
  }
  return matrix;
}

}  // namespace

Expected<Matrix, std::string> ParseMat5(const std::string& bytes, const std::string& name) {
  const Failure no_file{std::string("this is not a MAT file of level 5")};
  if (bytes.size() < kFileHeader) return no_file;
  const std::string order = bytes.substr(126, 2);
  if (order != "IM" && order != "MI") return no_file;
  ElementReader file(std::string_view(bytes).substr(kFileHeader), order == "MI");
  if (file.Read<std::uint16_t>(std::string_view(bytes).substr(124)) == 0x0200)
    return Failure{std::string("MAT files of level 7.3 (HDF5) cannot be read (save with -v7)")};
  while (!file.AtEnd()) {
    auto element = file.Next();
    if (!element) return Failure{std::string("the file ends within a variable")};
    std::optional<std::string> inflated;
    if (element->type == kCompressed) {
      inflated = Inflate(element->data);
      if (!inflated) return Failure{std::string("a compressed variable is damaged")};
      element = ElementReader(*inflated, file.is_swapped()).Next();
      if (!element) return Failure{std::string("a compressed variable is damaged")};
    }
    if (element->type != kMatrix) continue;
    auto head = ReadHead(element->data, file.is_swapped());
    if (!head) return Failure{std::string("the header of a variable is damaged")};
    if (head->name == name) return ReadBody(*head);
  }
  return Failure{fmt::format("there is no matrix `{}`", name)};
}

}  // namespace daedalus::native
