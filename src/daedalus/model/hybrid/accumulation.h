// Events that accumulate (Zeno behaviour). A ball that loses half of its speed at each bounce makes
// infinitely many bounces in a finite time. The times between them shrink like a geometric sequence until
// they are lost in rounding. Then the next bounce would be missed, and the ball would silently fall through
// the floor. So if events of one kind have come ever faster, the next one must come too.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace daedalus::hybrid {

class Accumulation {
 public:
  // Reports an event by its kind: what crossed, and what changed. An event at which something else changes as
  // well, as when the ball comes to rest, is of another kind. If that kind has not happened since the
  // sequence began to shrink, it ends the sequence.
  void Observe(double t, std::size_t what, std::vector<std::uint32_t> kind);

  struct Overdue {
    double time = 0;  // of the last event of the sequence
    std::size_t what = 0;
  };
  // True if at time t an event is missing.
  std::optional<Overdue> FindOverdue(double t) const;

  // Everything that is remembered (base/byte_archive.h).
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
