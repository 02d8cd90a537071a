// Values as bytes, and back. What is kept beyond a process, or copied whole, lists its members once:
//
//   template <class Archive>
//   void Visit(Archive& archive) { archive(time_, values_, pieces_); }
//
// A type without members of its own has a function VisitMembers(archive, value) beside it instead.
//
//   ByteWriter writer;             writer(object);           writer.bytes()
//   ByteReader reader(bytes);      reader(object);           reader.ok()
//
// Numbers are written as they are in memory, least byte first, so that values come back bit for bit. A reader
// never trusts its bytes: a count that cannot be is a failure, and nothing is allocated for it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "daedalus/base/id.h"

namespace daedalus {

static_assert(std::endian::native == std::endian::little, "bytes are written as they are in memory");

namespace archive {

template <class T>
constexpr bool kIsPlain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

template <class T>
struct IsSequence : std::false_type {};
template <class T>
struct IsSequence<std::vector<T>> : std::true_type {};
template <class T>
struct IsSequence<std::deque<T>> : std::true_type {};
template <>
struct IsSequence<std::string> : std::true_type {};

template <class T>
struct IsArray : std::false_type {};
template <class T, std::size_t n>
struct IsArray<std::array<T, n>> : std::true_type {};

template <class T>
struct IsMap : std::false_type {};
template <class K, class V>
struct IsMap<std::map<K, V>> : std::true_type {};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class T>
struct IsId : std::false_type {};
template <class Tag>
struct IsId<Id<Tag>> : std::true_type {};

}  // namespace archive

class ByteWriter {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (Write(values), ...);
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }
  std::vector<std::byte> Take() { return std::move(bytes_); }

 private:
  void Append(const void* from, std::size_t size) {
    const auto* begin = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  template <class T>
  void Write(const T& value) {
    if constexpr (archive::kIsPlain<T>) {
      Append(&value, sizeof(T));
    } else if constexpr (archive::IsId<T>::value) {
      Append(&value.value, sizeof(value.value));
    } else if constexpr (archive::IsSequence<T>::value || archive::IsMap<T>::value) {
      const auto size = static_cast<std::uint64_t>(value.size());
      Append(&size, sizeof(size));
      for (const auto& item : value) Write(item);
    } else if constexpr (archive::IsArray<T>::value) {
      for (const auto& item : value) Write(item);
    } else if constexpr (archive::IsOptional<T>::value) {
      Write(value.has_value());
      if (value) Write(*value);
    } else if constexpr (requires { value.first, value.second; }) {
      Write(value.first);
      Write(value.second);
    } else if constexpr (requires { VisitMembers(*this, const_cast<T&>(value)); }) {
      VisitMembers(*this, const_cast<T&>(value));
    } else {
      const_cast<T&>(value).Visit(*this);  // Visit is one function for both ways; here it only reads
    }
  }

  std::vector<std::byte> bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class... T>
  void operator()(T&... values) {
    (Read(values), ...);
  }
  // Everything was read that was asked for; after a failure values are zero or empty.
  bool ok() const { return ok_; }
  bool is_at_end() const { return bytes_.empty(); }

 private:
  void Extract(void* to, std::size_t size) {
    if (size > bytes_.size()) ok_ = false;
    if (!ok_) return static_cast<void>(std::memset(to, 0, size));
    std::memcpy(to, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
  }
  // An item takes a byte at least.
  std::size_t ReadSize() {
    std::uint64_t size = 0;
    Extract(&size, sizeof(size));
    if (size > bytes_.size()) ok_ = false;
    return ok_ ? static_cast<std::size_t>(size) : 0;
  }
  template <class T>
  void Read(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      char byte = 0;
      Extract(&byte, 1);
      value = byte != 0;
    } else if constexpr (archive::kIsPlain<T>) {
      Extract(&value, sizeof(T));
    } else if constexpr (archive::IsId<T>::value) {
      Extract(&value.value, sizeof(value.value));
    } else if constexpr (archive::IsMap<T>::value) {
      value.clear();
      for (std::size_t n = ReadSize(); n > 0 && ok_; --n) {
        typename T::key_type key{};
        typename T::mapped_type mapped{};
        Read(key);
        Read(mapped);
        value.emplace(std::move(key), std::move(mapped));
      }
    } else if constexpr (archive::IsSequence<T>::value) {
      value.resize(ReadSize());  // in place, where the size stays
      for (auto& item : value) Read(item);
    } else if constexpr (archive::IsArray<T>::value) {
      for (auto& item : value) Read(item);
    } else if constexpr (archive::IsOptional<T>::value) {
      bool has_value = false;
      Read(has_value);
      value.reset();
      if (has_value) Read(value.emplace());
    } else if constexpr (requires { value.first, value.second; }) {
      Read(value.first);
      Read(value.second);
    } else if constexpr (requires { VisitMembers(*this, value); }) {
      VisitMembers(*this, value);
    } else {
      value.Visit(*this);
    }
  }

  std::span<const std::byte> bytes_;
  bool ok_ = true;
};

}  // namespace daedalus
