// The events of a run, as texts, and the warnings on its way.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "column_store.h"
#include "daedalus/run/observer.h"

namespace daedalus::python {

struct EventText {
  double time = 0;
  std::string cause;  // "h <= 0 becomes true (Ball.mo:9)"
  std::string text;   // with a line for each change
};

class EventList final : public run::Observer {
 public:
  EventList(const Sources& sources, bool keeps_events, Attempts attempts = Attempts::kReplaceEachOther)
      : sources_(sources), keeps_events_(keeps_events), attempts_(attempts) {}

  Result<Unit> Begin(const run::RunInfo& /*info*/) override {
    begins_ = attempts_ == Attempts::kReplaceEachOther;
    return Unit{};
  }
  Result<Unit> Point(double /*t*/, std::span<const double> /*values*/) override {
    // The first point makes the earlier attempt void. Events since Begin belong to this one.
    if (std::exchange(begins_, false)) events_ = std::exchange(begun_, {});
    return Unit{};
  }
  bool WantsEvents() const override { return keeps_events_; }
  void Event(const System& system, const simulate::EventRecord& record) override {
    // A model of many small events must not fill the memory with texts.
    constexpr std::size_t kMost = 100000;
    std::vector<EventText>& list = begins_ ? begun_ : events_;
    if (list.size() == kMost) return;
    list.push_back({record.time, simulate::CausesOfEvent(system, sources_, record),
                    simulate::DescribeEvent(system, sources_, record)});
  }
  void Warn(const Diagnostic& warning) override { warnings_.push_back(warning); }

  // Drops the events after this time.
  void CutAfter(double t) {
    std::erase_if(events_, [&](const EventText& event) { return event.time > t; });
  }
  const std::vector<EventText>& events() const { return events_; }
  const std::vector<Diagnostic>& warnings() const { return warnings_; }

 private:
  const Sources& sources_;
  const bool keeps_events_;
  const Attempts attempts_;
  bool begins_ = false;
  std::vector<EventText> events_, begun_;  // begun_: of an attempt that has no points yet
  std::vector<Diagnostic> warnings_;
};

}  // namespace daedalus::python
