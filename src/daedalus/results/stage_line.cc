#include "daedalus/results/stage_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "daedalus/results/terminal.h"

namespace daedalus::results {

StageLineOptions DetectStageLineOptions() {
  StageLineOptions options;
  options.enabled = IsCapableTerminal(STDERR_FILENO);
  return options;
}

StageLine::StageLine(StageLineOptions options) : options_(std::move(options)) {
  if (!options_.enabled) return;
  if (!options_.write) {
    options_.write = [](const std::string& text) { (void)!::write(STDERR_FILENO, text.data(), text.size()); };
  }
  entered_ = silent_since_ = Clock::now();
  watcher_ = std::thread([this] { Watch(); });
}

StageLine::~StageLine() {
  if (!watcher_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    Wipe();
  }
  ends_.notify_all();
  watcher_.join();
}

void StageLine::Enter(std::string stage) {
  if (!options_.enabled) return;
  const std::lock_guard lock(mutex_);
  Wipe();
  stage_ = std::move(stage);
  entered_ = silent_since_ = Clock::now();
}

void StageLine::Yield() {
  if (!options_.enabled) return;
  const std::lock_guard lock(mutex_);
  Wipe();
  silent_since_ = Clock::now();
}

void StageLine::Watch() {
  std::unique_lock lock(mutex_);
  while (!is_over_) {
    const auto now = Clock::now();
    if (!stage_.empty() && now - silent_since_ >= options_.patience) {
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - entered_).count();
      options_.write(fmt::format("{}{}  {} s", kEraseLine, stage_, seconds));
      visible_ = true;
    }
    ends_.wait_for(lock, options_.interval);
  }
}

void StageLine::Wipe() {
  if (std::exchange(visible_, false)) options_.write(kEraseLine);
}

}  // namespace daedalus::results
