// Interned strings: equal texts get equal ids, so that names are compared and hashed as integers.
//
// Texts are copied into chunks that never move; a view handed out stays valid as long as the interner lives.
// Ids are dense and given in order of first appearance. The table is open addressing with linear probing, at
// most half full.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "daedalus/base/id.h"

namespace daedalus {

template <class IdType>
class StringInterner {
 public:
  StringInterner() : slots_(1024) {}
  StringInterner(StringInterner&&) = default;
  StringInterner& operator=(StringInterner&&) = default;
  // A copy has the same ids, and chunks of its own.
  StringInterner(const StringInterner& other) : StringInterner() {
    for (const std::string_view text : other.texts_) Intern(text);
  }
  StringInterner& operator=(const StringInterner& other) {
    if (this != &other) *this = StringInterner(other);
    return *this;
  }

  IdType Intern(std::string_view text) {
    const std::uint32_t hash = Hash(text);
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot].id.IsValid()) {
      if (slots_[slot].hash == hash && texts_[slots_[slot].id] == text) return slots_[slot].id;
      slot = (slot + 1) & (slots_.size() - 1);
    }
    const IdType id = texts_.Add(Copy(text));
    slots_[slot] = {hash, id};
    if (2 * texts_.size() > slots_.size()) Grow();
    return id;
  }

  // The id of a text seen before, else an invalid one.
  IdType Find(std::string_view text) const {
    const std::uint32_t hash = Hash(text);
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot].id.IsValid()) {
      if (slots_[slot].hash == hash && texts_[slots_[slot].id] == text) return slots_[slot].id;
      slot = (slot + 1) & (slots_.size() - 1);
    }
    return {};
  }

  std::string_view Text(IdType id) const { return texts_[id]; }
  std::size_t size() const { return texts_.size(); }

 private:
  static constexpr std::size_t kChunkBytes = std::size_t{1} << 16;

  struct Slot {
    std::uint32_t hash = 0;
    IdType id;
  };

  // Eight bytes at a time, mixed by a multiplication whose high half folds back.
  static std::uint32_t Hash(std::string_view text) {
    constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15u;
    std::uint64_t h = text.size() * kFactor;
    const char* p = text.data();
    std::size_t n = text.size();
    for (; n >= 8; p += 8, n -= 8) {
      std::uint64_t word;
      std::memcpy(&word, p, 8);
      h = std::rotl((h ^ word) * kFactor, 29);
    }
    std::uint64_t tail = 0;
    for (std::size_t i = 0; i < n; ++i) tail = tail << 8 | static_cast<unsigned char>(p[i]);
    h = (h ^ tail) * kFactor;
    return static_cast<std::uint32_t>(h >> 32);
  }

  std::string_view Copy(std::string_view text) {
    if (text.size() > kChunkBytes / 4) {  // its own chunk, placed before the current one
      auto own = std::make_unique<char[]>(text.size());
      std::memcpy(own.get(), text.data(), text.size());
      const std::string_view copy(own.get(), text.size());
      large_.push_back(std::move(own));
      return copy;
    }
    if (chunks_.empty() || used_ + text.size() > kChunkBytes) {
      chunks_.push_back(std::make_unique<char[]>(kChunkBytes));
      used_ = 0;
    }
    char* to = chunks_.back().get() + used_;
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
    used_ += text.size();
    return {to, text.size()};
  }

  void Grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& s : old) {
      if (!s.id.IsValid()) continue;
      std::size_t slot = s.hash & (slots_.size() - 1);
      while (slots_[slot].id.IsValid()) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = s;
    }
  }

  std::vector<Slot> slots_;
  IdVector<IdType, std::string_view> texts_;
  std::vector<std::unique_ptr<char[]>> chunks_;
  std::vector<std::unique_ptr<char[]>> large_;
  std::size_t used_ = 0;
};

}  // namespace daedalus
