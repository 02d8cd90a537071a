// A value on the heap, perhaps none, that is copied with its owner: for members whose type is not complete
// yet, such as an object of the owner's own type.
#pragma once

#include <memory>

namespace daedalus {

template <class T>
class Copied {
 public:
  Copied() = default;
  Copied(std::unique_ptr<T> value) : value_(std::move(value)) {}
  Copied(const Copied& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Copied(Copied&&) = default;
  Copied& operator=(Copied other) {
    value_ = std::move(other.value_);
    return *this;
  }

  T* get() const { return value_.get(); }
  T* operator->() const { return value_.get(); }
  T& operator*() const { return *value_; }
  explicit operator bool() const { return value_ != nullptr; }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace daedalus
