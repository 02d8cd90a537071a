// The choices of states that a run has made. A periodic motion needs them again: a pendulum that turns over
// changes four times a turn between the same two choices. If there are many, those used last are kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "daedalus/model/simulate/modes.h"
#include "daedalus/model/simulate/segment.h"
#include "daedalus/model/simulate/state_monitor.h"

namespace daedalus::simulate {

struct Choice {
  std::unique_ptr<Segment> segment;
  std::unique_ptr<StateMonitor> monitor;  // null: nothing is chosen
  double limit = 0;                       // for the gain: above it another choice is looked for
  std::int64_t last_used = 0;             // in steps of the run
};

class KnownChoices {
 public:
  struct Key {
    const Mode* mode = nullptr;
    std::vector<structure::ColumnId> dummies;
    bool passes_crossing = false;
    auto operator<=>(const Key&) const = default;
  };

  // Null if this choice was not made yet.
  std::shared_ptr<Choice> Find(const Key& key) const;
  // Keeps a new choice. If there are many, forgets the one that nobody else holds and that was used least
  // recently.
  std::shared_ptr<Choice> Add(const Key& key, Choice choice);
  // What identifies a choice; null if it is not kept.
  const Key* KeyOf(const Choice& choice) const;

  // All segments that took part in the run and still exist.
  std::vector<Segment*> Used() const;
  // All segments, whether they took part or not.
  std::vector<const Segment*> All() const;
  // The statistics of all segments that took part.
  integrate::Statistics TotalStatistics() const;
  // This run continues another one, and includes its statistics.
  void CountOn(const KnownChoices& before) { retired_.AddCounts(before.TotalStatistics()); }

 private:
  void MakeRoom();

  std::map<Key, std::shared_ptr<Choice>> choices_;
  integrate::Statistics retired_;  // of segments that no longer exist
};

}  // namespace daedalus::simulate
