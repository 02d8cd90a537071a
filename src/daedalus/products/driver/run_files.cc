#include "daedalus/products/driver/run_files.h"

#include <filesystem>
#include <utility>

#include "daedalus/results/expected_size.h"
#include "daedalus/results/html_plot.h"
#include "daedalus/results/output_file.h"

namespace daedalus::driver {

RunFiles::RunFiles(const SimulateOptions& options, const Sources& sources, std::function<void()> opened)
    : options_(options), sources_(sources), opened_(std::move(opened)) {}

Result<Unit> RunFiles::Begin(const run::RunInfo& info) {
  const compile::GivenModel& given = *info.given;
  auto plot = PlotRecorder::Make(given, info.quantities, options_.plot);
  if (!plot) return Failure{std::move(plot).error()};
  auto selection = SelectOutputs(given, info.quantities, options_.variables);
  if (!selection) return Failure{std::move(selection).error()};
  selection->schema.writes_names = options_.literals;
  output_path_ = options_.output.empty() ? given.system->name + ".csv" : options_.output;
  plot_ = *std::move(plot);
  if (auto checked = CheckPaths(selection->schema, info); !checked) return checked;
  columns_ = std::move(selection->columns);
  row_.resize(columns_.size());
  auto writer = results::MakeResultWriter(output_path_, selection->schema);
  if (!writer) return Failure{std::move(writer).error()};
  writer_ = *std::move(writer);
  is_writer_open_ = false;
  return Unit{};
}

Result<Unit> RunFiles::CheckPaths(const results::Schema& schema, const run::RunInfo& info) const {
  if (auto checked = results::CheckResultPath(output_path_); !checked) return checked;
  if (!options_.stats.empty()) {
    if (auto checked = results::CheckCanWrite(options_.stats); !checked) return checked;
  }
  if (auto checked = CheckPagePath(); !checked) return checked;
  if (!plot_.empty()) {
    if (auto checked = results::CheckCanWrite(plot_path()); !checked) return checked;
  }
  if (options_.large_results) return Unit{};
  const auto size = results::ExpectSize(output_path_, schema, info.settings->grid.num_points());
  return results::CheckSize(output_path_, size, results::SpaceFor(output_path_));
}

// The page is written last, and its name must differ from all other files of the run.
Result<Unit> RunFiles::CheckPagePath() const {
  if (options_.page.empty()) return Unit{};
  const auto is_page = [&](const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal() ==
           std::filesystem::absolute(options_.page).lexically_normal();
  };
  const bool is_taken = is_page(output_path_) || (!plot_.empty() && is_page(plot_path())) ||
                        (!options_.stats.empty() && is_page(options_.stats));
  if (is_taken) {
    return Fail(
        Error(Code::kBadOption, {}, "--page would overwrite another file of this run: `{}`", options_.page)
            .Hint("give the page a name of its own"));
  }
  return results::CheckCanWrite(options_.page);
}

std::string RunFiles::plot_path() const {
  return std::filesystem::path(output_path_).replace_extension(".html").string();
}

Result<Unit> RunFiles::Point(double t, std::span<const double> values) {
  if (!is_writer_open_) {
    if (auto opened = writer_->Open(); !opened) return opened;
    is_writer_open_ = true;
    if (!std::exchange(is_open_, true) && opened_) opened_();
  }
  for (std::size_t i = 0; i < row_.size(); ++i) row_[i] = columns_[i].Read(values);
  plot_.Record(t, values);
  return writer_->Append(t, row_);
}

void RunFiles::Event(const System& system, const simulate::EventRecord& record) {
  plot_.spec().events.push_back({record.time, simulate::CausesOfEvent(system, sources_, record)});
}

Result<Unit> RunFiles::End() {
  return writer_->Finish();
}

Result<Unit> RunFiles::WritePlot(std::string subtitle) {
  if (plot_.spec().x.empty()) return Unit{};
  plot_.spec().subtitle = std::move(subtitle);
  return results::WriteHtmlPlot(plot_path(), plot_.spec());
}

}  // namespace daedalus::driver
