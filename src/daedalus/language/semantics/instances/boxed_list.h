// A list behind one pointer, which is null while the list is empty. It is for data that nearly no value has.
//
// The walk over expressions moves values all the time, and most are scalars. With this list an array or a
// record costs a scalar only eight bytes and no allocation.
#pragma once

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace daedalus::semantics {

// T may be incomplete where the list is declared.
template <class T>
class BoxedList {
 public:
  BoxedList() = default;
  BoxedList(std::vector<T> items) { *this = std::move(items); }  // NOLINT: it is the same list
  BoxedList(std::initializer_list<T> items) : BoxedList(std::vector<T>(items)) {}
  BoxedList(BoxedList&&) noexcept = default;
  BoxedList& operator=(BoxedList&&) noexcept = default;
  BoxedList(const BoxedList& other) { *this = other; }
  BoxedList& operator=(const BoxedList& other) {
    if (other.items_ == nullptr) {
      items_.reset();
    } else {
      items_ = std::make_unique<std::vector<T>>(*other.items_);
    }
    return *this;
  }
  BoxedList& operator=(std::vector<T> items) {
    items_ = items.empty() ? nullptr : std::make_unique<std::vector<T>>(std::move(items));
    return *this;
  }

  std::size_t size() const { return items_ == nullptr ? 0 : items_->size(); }
  bool empty() const { return size() == 0; }
  const T& operator[](std::size_t i) const { return (*items_)[i]; }
  T& operator[](std::size_t i) { return (*items_)[i]; }
  const T* data() const { return items_ == nullptr ? nullptr : items_->data(); }
  T* data() { return items_ == nullptr ? nullptr : items_->data(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  void clear() { items_.reset(); }

 private:
  std::unique_ptr<std::vector<T>> items_;
};

}  // namespace daedalus::semantics
