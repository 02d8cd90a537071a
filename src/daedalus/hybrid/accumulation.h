// Events that come faster and faster (Zeno's): a ball that loses half of its speed at each bounce makes
// infinitely many in a finite time. Their distances shrink like a geometric sequence until they are lost in
// rounding, and then the next one is not seen any more: the ball would fall through the floor, and nobody
// would know. So where events of one kind have come ever faster, the next one must come too.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace daedalus::hybrid {

class Accumulation {
 public:
  // An event of a kind: what crossed, and what changed. An event at which something else changes as well, in
  // which the ball comes to rest, is of another kind: one that has not happened since a sequence began to
  // shrink ends the sequence.
  void Observe(double t, std::size_t what, std::vector<std::uint32_t> kind);

  struct Overdue {
    double time = 0;  // of the last event of the sequence
    std::size_t what = 0;
  };
  // Whether at time t an event is missing.
  std::optional<Overdue> FindOverdue(double t) const;

  // What is remembered (base/byte_archive.h).
  template <class Archive>
  void Visit(Archive& archive) {
    archive(sequences_);
  }

 private:
  struct Sequence {
    double last = 0;
    double interval = 0;
    double first_interval = 0;  // when it began to shrink
    double begin = 0;           // its start
    int num_shrinking = 0;
    std::size_t what = 0;

    template <class Archive>
    void Visit(Archive& archive) {
      archive(last, interval, first_interval, begin, num_shrinking, what);
    }
  };
  std::map<std::vector<std::uint32_t>, Sequence> sequences_;
};

}  // namespace daedalus::hybrid
