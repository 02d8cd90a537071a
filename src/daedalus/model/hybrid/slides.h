// Along which surfaces (surface.h) the model slides at present.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/model/hybrid/surface.h"

namespace daedalus::hybrid {

class Slides {
 public:
  explicit Slides(std::size_t num_surfaces) : along_(num_surfaces, 0) {}

  std::size_t size() const { return along_.size(); }
  bool operator[](std::size_t surface) const { return along_[surface] != 0; }
  void Begin(std::size_t surface) { along_[surface] = 1; }
  void End(std::size_t surface) { along_[surface] = 0; }
  void EndAll() {
    std::ranges::fill(along_, 0);
    has_stopped_ = true;
  }
  // Whether all have been ended since this was asked last.
  bool TakeStopped() { return std::exchange(has_stopped_, false); }

  // A relation with this role belongs to a surface along which the model slides.
  bool Holds(const SurfaceRole& role) const {
    return role.kind == SurfaceRole::Kind::kSide && along_[role.surface];
  }
  // It is a bound of a share that is none at the moment.
  bool LeavesIdle(const SurfaceRole& role) const {
    return role.kind == SurfaceRole::Kind::kBound && !along_[role.surface];
  }

  const std::vector<char>& along() const { return along_; }  // per surface
  void GoBackTo(const std::vector<char>& along) { along_ = along; }

  template <class Archive>
  void Visit(Archive& archive) {
    archive(along_, has_stopped_);
  }

 private:
  std::vector<char> along_;
  bool has_stopped_ = false;  // since the equations were solved last
};

}  // namespace daedalus::hybrid
