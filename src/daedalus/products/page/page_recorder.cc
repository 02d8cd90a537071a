#include "daedalus/products/page/page_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "daedalus/base/glob.h"
#include "daedalus/model/described_variables.h"

namespace daedalus::page {
namespace {

bool IsWanted(const std::string& name, const std::vector<std::string>& patterns) {
  return patterns.empty() || std::ranges::any_of(patterns, [&](const std::string& pattern) {
           return MatchesGlob(pattern, name);
         });
}

// Orders the values of a point by interest for the page: states, then what varies in the model itself, then
// in its parts.
std::vector<std::uint32_t> PlacesByInterest(const compile::GivenModel& given, std::size_t num_places,
                                            const std::vector<std::string>& patterns) {
  const std::size_t num_quantities = given.quantities.size();
  constexpr std::size_t kUnused = 1'000'000;
  std::vector<std::size_t> rank(num_places, kUnused);
  std::vector<char> is_state(given.system->variables.size(), 0);
  for (const Quantity& quantity : given.quantities) {
    if (quantity.is_derivative()) is_state[quantity.variable.index()] = 1;
  }
  model::ForEachVariable(
      given, given.quantities, model::Detail::kForResults, [&](model::VariableDescription&& variable) {
        using Kind = model::ValueSource::Kind;
        const Kind kind = variable.source.kind;
        if (kind != Kind::kQuantity && kind != Kind::kHeld) return;
        if (!IsWanted(variable.name, patterns)) return;
        const std::size_t place = variable.source.index + (kind == Kind::kHeld ? num_quantities : 0);
        const auto depth = static_cast<std::size_t>(std::ranges::count(variable.name, '.'));
        rank[place] = std::min(rank[place], 1 + depth);
      });
  for (std::size_t i = 0; i < num_quantities; ++i) {
    const Quantity& quantity = given.quantities[i];
    if (rank[i] != kUnused && !quantity.is_derivative() && is_state[quantity.variable.index()]) rank[i] = 0;
  }
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < num_places; ++i) {
    if (rank[i] != kUnused) out.push_back(i);
  }
  std::ranges::stable_sort(out, {}, [&](std::uint32_t i) { return rank[i]; });
  return out;
}

}  // namespace

Result<Unit> PageRecorder::Begin(const run::RunInfo& info) {
  begun_ = info.given;
  told_before_points_ = {};
  expected_points_ = static_cast<std::size_t>(std::max<std::int64_t>(1, info.settings->grid.num_points()));
  return Unit{};
}

void PageRecorder::BeginAnew() {
  given_ = std::move(begun_);
  begun_ = nullptr;
  times_.clear();
  values_.clear();
  told_ = std::exchange(told_before_points_, {});
  stride_ = 1;
  num_points_ = 0;
}

Result<Unit> PageRecorder::Point(double t, std::span<const double> values) {
  if (begun_) {
    BeginAnew();
    kept_ = PlacesByInterest(*given_, values.size(), patterns_);
    row_of_.assign(values.size(), kNothing);
    const std::size_t most = std::max(kLeastColumns, most_values_ / expected_points_);
    num_left_out_ = kept_.size() - std::min(kept_.size(), most);
    kept_.resize(kept_.size() - num_left_out_);
    for (std::uint32_t i = 0; i < kept_.size(); ++i) row_of_[kept_[i]] = i;
  }
  if (num_points_++ % stride_ != 0) return Unit{};
  times_.push_back(t);
  for (const std::uint32_t place : kept_) values_.push_back(values[place]);
  if (values_.size() > most_values_ && times_.size() > 2) Thin();
  return Unit{};
}

void PageRecorder::Thin() {
  const std::size_t width = kept_.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < times_.size(); i += 2, ++count) {
    times_[count] = times_[i];
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                values_.begin() + static_cast<std::ptrdiff_t>(count * width));
  }
  times_.resize(count);
  values_.resize(count * width);
  stride_ *= 2;
}

void PageRecorder::Event(const System& system, const simulate::EventRecord& record) {
  if (++told().num_events > kMostEvents) return;
  told().events.push_back(MakeEvent(record.time, simulate::CausesOfEvent(system, sources_, record),
                                    simulate::DescribeEvent(system, sources_, record)));
}

RunOfPage PageRecorder::Take() {
  RunOfPage out;
  out.given = given_;
  out.quantities = given_->quantities;
  out.times = times_;
  out.values = [this](std::uint32_t place) -> std::optional<std::vector<double>> {
    const std::uint32_t column = place < row_of_.size() ? row_of_[place] : kNothing;
    if (column == kNothing) return std::nullopt;
    std::vector<double> values(times_.size());
    for (std::size_t i = 0; i < times_.size(); ++i) values[i] = values_[i * kept_.size() + column];
    return values;
  };
  out.events = told_.events;
  out.num_events = told_.num_events;
  out.messages = told_.warnings;
  if (num_left_out_ > 0) {
    out.limits.push_back(
        fmt::format("The page has the curves of {} of {} quantities, states first; the result file has all.",
                    kept_.size(), kept_.size() + num_left_out_));
  }
  if (stride_ > 1) {
    out.limits.push_back(
        fmt::format("The page has every {}th of {} points; the result file has all.", stride_, num_points_));
  }
  return out;
}

}  // namespace daedalus::page
