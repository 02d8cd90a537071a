#include "daedalus/results/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "daedalus/results/terminal.h"

namespace daedalus::results {
namespace {

constexpr std::chrono::milliseconds kPatience{1000};
constexpr std::chrono::milliseconds kInterval{100};

std::string FormatDuration(double seconds) {
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<long long>(std::min(std::round(seconds), 1e15));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string Bar(double fraction, int width, bool unicode) {
  const int filled = static_cast<int>(fraction * width);
  std::string bar;
  for (int i = 0; i < width; ++i) {
    if (unicode) {
      bar += i < filled ? "━" : i == filled ? "╺" : "─";
    } else {
      bar += i < filled ? '=' : i == filled ? '>' : '.';
    }
  }
  return bar;
}

}  // namespace

std::string RenderProgress(const ProgressState& state, int columns, bool unicode) {
  constexpr int kWidestBar = 30, kNarrowestBar = 5;
  constexpr double kEnoughToTell = 0.002;
  const double span = state.stop_time - state.start_time;
  const double fraction = span > 0 ? std::clamp((state.time - state.start_time) / span, 0.0, 1.0) : 1.0;
  const std::string percent = fmt::format("{:3.0f} %", std::floor(100 * fraction));
  std::string text = fmt::format("  t = {:.4g} of {:.4g}", state.time, state.stop_time);
  if (fraction >= kEnoughToTell) {
    text += fmt::format("  {} left", FormatDuration(state.elapsed_seconds * (1 - fraction) / fraction));
  }
  const int room = columns - static_cast<int>(percent.size() + text.size()) - 1;
  if (room >= kNarrowestBar) return percent + " " + Bar(fraction, std::min(room, kWidestBar), unicode) + text;
  return (percent + text).substr(0, static_cast<std::size_t>(std::max(columns, 0)));
}

ProgressOptions DetectProgressOptions(double start_time, double stop_time) {
  ProgressOptions options;
  options.start_time = start_time;
  options.stop_time = stop_time;
  options.enabled = IsCapableTerminal(STDERR_FILENO);
  options.unicode = LocaleIsUtf8();
  // The last column stays free: some terminals wrap there.
  options.columns = TerminalColumns(STDERR_FILENO, options.columns + 1) - 1;
  return options;
}

ProgressBar::ProgressBar(ProgressOptions options) : options_(std::move(options)) {
  if (!options_.now) options_.now = [] { return std::chrono::steady_clock::now(); };
  if (!options_.write) {
    options_.write = [](const std::string& text) { (void)!::write(STDERR_FILENO, text.data(), text.size()); };
  }
  begin_ = options_.now();
  next_draw_ = begin_ + kPatience;
}

ProgressBar::~ProgressBar() {
  Clear();
}

bool ProgressBar::Update(double time) {
  if (!options_.enabled) return false;
  const auto now = options_.now();
  if (now < next_draw_) return false;
  next_draw_ = now + kInterval;
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const ProgressState state{options_.start_time, options_.stop_time, time, elapsed};
  options_.write(kEraseLine + RenderProgress(state, options_.columns, options_.unicode));
  visible_ = true;
  return true;
}

void ProgressBar::Clear() {
  if (!std::exchange(visible_, false)) return;
  options_.write(kEraseLine);
  next_draw_ = options_.now();
}

}  // namespace daedalus::results
