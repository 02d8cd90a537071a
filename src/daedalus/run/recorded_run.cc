#include "daedalus/run/recorded_run.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace daedalus::run {
namespace {

constexpr std::size_t kMostInMemory = std::size_t{1} << 24;  // values, 128 MiB

}  // namespace

Result<Unit> RecordedRun::Begin(const RunInfo& info) {
  given_ = info.given;
  settings_ = *info.settings;
  return Unit{};
}

Result<Unit> RecordedRun::Point(double t, std::span<const double> values) {
  width_ = values.size();
  entries_.emplace_back(PointMark{t});
  values_.insert(values_.end(), values.begin(), values.end());
  if (values_.size() < kMostInMemory || Spill()) return Unit{};
  return Fail(Error(Code::kCannotWriteFile, {}, "points of a second attempt cannot be kept: {}",
                    std::strerror(errno)));
}

void RecordedRun::Event(const System&, const simulate::EventRecord& record) {
  entries_.emplace_back(EventMark{record});
}

void RecordedRun::Warn(const Diagnostic& warning) {
  entries_.emplace_back(warning);
}

bool RecordedRun::Spill() {
  if (!file_) file_.reset(std::tmpfile());
  if (!file_ || std::fwrite(values_.data(), sizeof(double), values_.size(), file_.get()) != values_.size())
    return false;
  values_.clear();
  return true;
}

bool RecordedRun::ReadPoint(std::vector<double>& point) {
  point.resize(width_);
  if (file_) return std::fread(point.data(), sizeof(double), width_, file_.get()) == width_;
  const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(next_value_);
  std::copy(begin, begin + static_cast<std::ptrdiff_t>(width_), point.begin());
  next_value_ += width_;
  return true;
}

Result<Unit> RecordedRun::PlayBack() {
  if (!given_) return Unit{};  // the attempt ended before it began to run
  if (auto begun = listeners_.Begin({given_, given_->quantities, &settings_}); !begun) return begun;
  Result<Unit> played = PlayBackEntries();
  Result<Unit> ended = listeners_.End();
  return played ? std::move(ended) : std::move(played);
}

Result<Unit> RecordedRun::PlayBackEntries() {
  if (file_ && (!Spill() || std::fseek(file_.get(), 0, SEEK_SET) != 0))
    return Fail(
        Error(Code::kCannotWriteFile, {}, "points of a second attempt are lost: {}", std::strerror(errno)));
  std::vector<double> point;
  for (const Entry& entry : entries_) {
    if (const auto* mark = std::get_if<PointMark>(&entry)) {
      if (!ReadPoint(point))
        return Fail(Error(Code::kCannotWriteFile, {}, "points of a second attempt are lost: {}",
                          std::strerror(errno)));
      if (auto told = listeners_.Point(mark->time, point); !told) return told;
    } else if (const auto* event = std::get_if<EventMark>(&entry)) {
      listeners_.Event(*given_->system, event->record);
    } else {
      listeners_.Warn(std::get<Diagnostic>(entry));
    }
  }
  return Unit{};
}

}  // namespace daedalus::run
