// Collects the values for a page during a run.
//
// At most kMostValues values are kept. If points times variables exceed that, first variables are dropped (at
// least kLeastColumns stay), then every second point.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/products/page/run_of_page.h"
#include "daedalus/run/observer.h"

namespace daedalus::page {

constexpr std::size_t kMostValues = 24'000'000;
constexpr std::size_t kLeastColumns = 24;

class PageRecorder final : public run::Observer {
 public:
  // `sources` belong to the model. `patterns` say whose values are kept; empty: all.
  explicit PageRecorder(const Sources& sources, std::vector<std::string> patterns = {},
                        std::size_t most_values = kMostValues)
      : sources_(sources), patterns_(std::move(patterns)), most_values_(most_values) {}

  Result<Unit> Begin(const run::RunInfo& info) override;
  Result<Unit> Point(double t, std::span<const double> values) override;
  bool WantsEvents() const override { return true; }
  void Event(const System& system, const simulate::EventRecord& record) override;
  void Warn(const Diagnostic& warning) override { told().warnings.push_back(warning); }

  bool has_points() const { return !times_.empty(); }
  // The recorder outlives it.
  RunOfPage Take();

 private:
  struct Told {
    std::vector<PageEvent> events;
    std::size_t num_events = 0;
    std::vector<Diagnostic> warnings;
  };
  // Data of an attempt before its first point is used only if that point comes.
  Told& told() { return begun_ ? told_before_points_ : told_; }
  void BeginAnew();
  void Thin();

  const Sources& sources_;
  const std::vector<std::string> patterns_;
  const std::size_t most_values_;
  std::shared_ptr<const compile::GivenModel> begun_;  // an attempt without points so far
  std::size_t expected_points_ = 0;
  std::shared_ptr<const compile::GivenModel> given_;
  std::vector<std::uint32_t> kept_;    // places in a point
  std::vector<std::uint32_t> row_of_;  // of a place: its place in kept_, or kNothing
  std::size_t num_left_out_ = 0;
  std::vector<double> times_;
  std::vector<double> values_;  // by rows of kept_
  std::size_t stride_ = 1;      // of the points, every stride-th is kept
  std::size_t num_points_ = 0;  // of the run
  Told told_, told_before_points_;
};

}  // namespace daedalus::page
