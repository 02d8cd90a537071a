// Typed 32-bit ids: an index into the store of one kind of thing.
//
// Ids of different kinds do not convert into each other, so that handing an equation where a variable belongs
// does not compile. "No such thing" is a value of the type (`kNone`), never a -1 in an int.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "daedalus/base/check.h"

namespace daedalus {

template <class Tag>
struct Id {
  static constexpr std::uint32_t kNoneValue = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t value = kNoneValue;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}

  constexpr bool IsValid() const { return value != kNoneValue; }
  constexpr std::size_t index() const { return value; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

// A vector that only the ids of its own kind can index.
template <class IdType, class T>
class IdVector {
 public:
  IdVector() = default;
  explicit IdVector(std::size_t n, const T& value = T()) : items_(n, value) {}

  IdType Add(T item) {
    items_.push_back(std::move(item));
    return IdType(items_.size() - 1);
  }
  T& operator[](IdType id) {
    DAEDALUS_DCHECK(id.index() < items_.size(), "an id indexes the store it came from");
    return items_[id.index()];
  }
  const T& operator[](IdType id) const {
    DAEDALUS_DCHECK(id.index() < items_.size(), "an id indexes the store it came from");
    return items_[id.index()];
  }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  void reserve(std::size_t n) { items_.reserve(n); }
  void resize(std::size_t n, const T& value = T()) { items_.resize(n, value); }
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  const std::vector<T>& raw() const { return items_; }

 private:
  std::vector<T> items_;
};

// The ids 0 .. n-1, for a range-based loop.
template <class IdType>
class IdRange {
 public:
  explicit IdRange(std::size_t n) : n_(n) {}
  struct Iterator {
    std::size_t i;
    IdType operator*() const { return IdType(i); }
    Iterator& operator++() {
      ++i;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return i != other.i; }
  };
  Iterator begin() const { return {0}; }
  Iterator end() const { return {n_}; }

 private:
  std::size_t n_;
};

}  // namespace daedalus

template <class Tag>
struct std::hash<daedalus::Id<Tag>> {
  std::size_t operator()(daedalus::Id<Tag> id) const noexcept { return id.value; }
};
