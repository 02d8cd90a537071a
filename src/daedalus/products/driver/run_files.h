// The files of a run: its results and its plot. Nothing on disk is changed until all options have been
// checked and there is a first point to write, so that a mistake does not destroy an earlier result.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/products/driver/options.h"
#include "daedalus/products/driver/output_selection.h"
#include "daedalus/results/writer.h"
#include "daedalus/run/observer.h"

namespace daedalus::driver {

class RunFiles final : public run::Observer {
 public:
  // `sources` belong to the model. `opened` is called when there are results to keep; it may be empty.
  RunFiles(const SimulateOptions& options, const Sources& sources, std::function<void()> opened);

  Result<Unit> Begin(const run::RunInfo& info) override;
  Result<Unit> Point(double t, std::span<const double> values) override;
  bool WantsEvents() const override { return !plot_.empty(); }
  void Event(const System& system, const simulate::EventRecord& record) override;
  Result<Unit> End() override;

  // Writes the plot with the facts of the run. Does nothing if no plot was asked for, or if there were no
  // points.
  Result<Unit> WritePlot(std::string subtitle);
  bool has_results() const { return is_open_; }
  const std::string& output_path() const { return output_path_; }
  std::string plot_path() const;
  results::PlotSpec& plot() { return plot_.spec(); }

 private:
  Result<Unit> CheckPaths(const results::Schema& schema, const run::RunInfo& info) const;
  Result<Unit> CheckPagePath() const;

  const SimulateOptions& options_;
  const Sources& sources_;
  std::function<void()> opened_;
  std::string output_path_;
  PlotRecorder plot_;
  std::vector<QuantitySource> columns_;
  std::vector<double> row_;  // work array
  std::unique_ptr<results::ResultWriter> writer_;
  bool is_open_ = false;         // results of some attempt are on disk
  bool is_writer_open_ = false;  // results of this attempt are on disk
};

}  // namespace daedalus::driver
