// A value, or the reason why there is none (what std::expected of C++23 is, as far as we need it).
#pragma once

#include <utility>
#include <variant>

#include "daedalus/base/check.h"

namespace daedalus {

template <class E>
struct Failure {
  E error;
};
template <class E>
Failure(E) -> Failure<E>;

template <class T, class E>
class [[nodiscard]] Expected {
 public:
  Expected(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  template <class F>
  Expected(Failure<F> failure) : content_(std::in_place_index<1>, std::move(failure.error)) {}

  bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & {
    DAEDALUS_CHECK(ok(), "value() is asked only of a success");
    return std::get<0>(content_);
  }
  const T& value() const& {
    DAEDALUS_CHECK(ok(), "value() is asked only of a success");
    return std::get<0>(content_);
  }
  T&& value() && {
    DAEDALUS_CHECK(ok(), "value() is asked only of a success");
    return std::get<0>(std::move(content_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  E& error() & {
    DAEDALUS_CHECK(!ok(), "error() is asked only of a failure");
    return std::get<1>(content_);
  }
  const E& error() const& {
    DAEDALUS_CHECK(!ok(), "error() is asked only of a failure");
    return std::get<1>(content_);
  }
  E&& error() && {
    DAEDALUS_CHECK(!ok(), "error() is asked only of a failure");
    return std::get<1>(std::move(content_));
  }

 private:
  std::variant<T, E> content_;
};

// For functions that return nothing but may fail.
struct Unit {};

}  // namespace daedalus
