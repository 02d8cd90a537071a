// An observer that records an attempt until it is known whether the attempt counts (fallback.h). Then the
// record is played back to the observers of the run, or dropped.
//
// Points beyond kMostInMemory values go to a temporary file without a name, which the system removes when the
// process ends.
#pragma once

#include <cstdio>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "daedalus/run/observer.h"

namespace daedalus::run {

class RecordedRun final : public Observer {
 public:
  // Steps are passed to `listeners` at once, since they move no point. `listeners` also decide what is
  // recorded.
  explicit RecordedRun(const Audience& listeners) : listeners_(listeners) {}

  Result<Unit> Begin(const RunInfo& info) override;
  Result<Unit> Point(double t, std::span<const double> values) override;
  void Step(double t) override { listeners_.Step(t); }
  bool WantsEvents() const override { return listeners_.WantsEvents(); }
  void Event(const System& system, const simulate::EventRecord& record) override;
  void Warn(const Diagnostic& warning) override;
  bool WantsPrint() const override { return listeners_.WantsPrint(); }
  void Print(std::string_view line) override { listeners_.Print(line); }

  // Plays everything back to the listeners, in its order. Call this once.
  Result<Unit> PlayBack();

 private:
  struct PointMark {
    double time = 0;
  };
  struct EventMark {
    simulate::EventRecord record;
  };
  using Entry = std::variant<PointMark, EventMark, Diagnostic>;
  Result<Unit> PlayBackEntries();
  bool Spill();
  bool ReadPoint(std::vector<double>& point);

  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const Audience& listeners_;
  std::shared_ptr<const compile::GivenModel> given_;
  simulate::RunSettings settings_;
  std::vector<Entry> entries_;
  std::size_t width_ = 0;       // values of a point
  std::vector<double> values_;  // of the points that are not in the file
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::size_t next_value_ = 0;  // in values_, during the play back
};

}  // namespace daedalus::run
