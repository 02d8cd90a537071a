// A list that grows at its end and whose items never move: references stay valid while others are added.
//
// Like std::deque, whose blocks of 512 bytes hold one large item each, but with blocks of `kBlock` items: one
// allocation for many, and an index is a shift and a mask.
#pragma once

#include <bit>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace daedalus {

template <class T, std::size_t kBlock = 256>
class StableVector {
  static_assert(std::has_single_bit(kBlock));

 public:
  StableVector() = default;
  StableVector(const StableVector&) = delete;
  StableVector& operator=(const StableVector&) = delete;
  ~StableVector() {
    for (std::size_t i = 0; i < size_; ++i) std::destroy_at(&(*this)[i]);
    for (T* block : blocks_) std::allocator<T>().deallocate(block, kBlock);
  }

  T& push_back(T item) {
    if (size_ % kBlock == 0) blocks_.push_back(std::allocator<T>().allocate(kBlock));
    T* added = std::construct_at(blocks_.back() + size_ % kBlock, std::move(item));
    ++size_;
    return *added;
  }

  T& operator[](std::size_t i) { return blocks_[i / kBlock][i % kBlock]; }
  const T& operator[](std::size_t i) const { return blocks_[i / kBlock][i % kBlock]; }
  std::size_t size() const { return size_; }

 private:
  std::vector<T*> blocks_;
  std::size_t size_ = 0;
};

}  // namespace daedalus
