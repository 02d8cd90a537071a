#include "daedalus/products/driver/sweep_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

namespace daedalus::driver {
namespace {

constexpr std::size_t kMostRuns = 100'000'000;

std::optional<double> NumberIn(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Splits at a character, except inside braces, brackets and quotes.
std::vector<std::string> CutAt(std::string_view text, char separator) {
  std::vector<std::string> out(1);
  int depth = 0;
  bool in_quotes = false;
  for (const char c : text) {
    if (c == '"') in_quotes = !in_quotes;
    if (!in_quotes && (c == '{' || c == '[' || c == '(')) ++depth;
    if (!in_quotes && (c == '}' || c == ']' || c == ')')) --depth;
    if (c == separator && depth == 0 && !in_quotes) {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

Diagnostic BadRange(std::string_view setting) {
  return Error(Code::kBadOption, {}, "`--set {}` is not a range", setting)
      .Hint("write NAME=FIRST:LAST:COUNT, for example R=1:10:100, or a list: R=1,2,5");
}

// FIRST:LAST:COUNT
Result<std::vector<std::string>> ReadRange(const std::vector<std::string>& parts, std::string_view setting) {
  constexpr double kMostValues = 1e8;
  if (parts.size() != 3) return Fail(BadRange(setting));
  const auto first = NumberIn(parts[0]), last = NumberIn(parts[1]), count = NumberIn(parts[2]);
  const bool is_right = first && last && count && std::isfinite(*first) && std::isfinite(*last) &&
                        *count >= 1 && *count <= kMostValues && *count == std::floor(*count);
  if (!is_right) return Fail(BadRange(setting));
  const auto n = static_cast<std::size_t>(*count);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < n; ++i) {
    // First and last value are exact.
    const double share = n > 1 ? static_cast<double>(i) / static_cast<double>(n - 1) : 0;
    out.push_back(fmt::format("{}", i > 0 && i + 1 == n ? *last : *first + share * (*last - *first)));
  }
  return out;
}

Result<SweepAxis> ReadAxis(const std::string& setting) {
  const std::size_t at = setting.find('=');
  if (at == std::string::npos || at == 0 || at + 1 == setting.size())
    return Fail(Error(Code::kBadOption, {}, "--set takes NAME=VALUES, not `{}`", setting));
  SweepAxis out{.name = setting.substr(0, at), .values = {}};
  const std::string text = setting.substr(at + 1);
  if (const auto parts = CutAt(text, ':'); parts.size() > 1) {
    auto values = ReadRange(parts, setting);
    if (!values) return Failure{std::move(values).error()};
    out.values = *std::move(values);
  } else {
    out.values = CutAt(text, ',');
  }
  if (std::ranges::find(out.values, std::string()) != out.values.end())
    return Fail(Error(Code::kBadOption, {}, "`--set {}` has an empty value", setting));
  return out;
}

}  // namespace

std::optional<double> SweepAxis::NumberAt(std::size_t i) const {
  return NumberIn(values[i]);
}

bool SweepAxis::HasNumbers() const {
  return std::ranges::all_of(values, [](const std::string& value) {
    const auto number = NumberIn(value);
    return number && std::isfinite(*number);
  });
}

Result<std::vector<SweepAxis>> ReadAxes(const std::vector<std::string>& settings) {
  std::vector<SweepAxis> out;
  for (const std::string& setting : settings) {
    auto axis = ReadAxis(setting);
    if (!axis) return Failure{std::move(axis).error()};
    if (std::ranges::find(out, axis->name, &SweepAxis::name) != out.end())
      return Fail(Error(Code::kBadOption, {}, "`{}` is set twice", axis->name)
                      .Hint("give all its values at once: NAME=A,B,C"));
    out.push_back(*std::move(axis));
  }
  return out;
}

Result<SweepPlan> SweepPlan::Make(std::vector<SweepAxis> axes) {
  SweepPlan out;
  for (const SweepAxis& axis : axes) {
    if (axis.values.size() > kMostRuns / out.num_runs_)
      return Fail(Error(Code::kBadOption, {}, "the sweep has more than {} runs", kMostRuns));
    out.num_runs_ *= axis.values.size();
  }
  out.axes_ = std::move(axes);
  return out;
}

std::vector<std::size_t> SweepPlan::PlacesOf(std::size_t run) const {
  std::vector<std::size_t> out(axes_.size());
  for (std::size_t i = axes_.size(); i-- > 0;) {
    out[i] = run % axes_[i].values.size();
    run /= axes_[i].values.size();
  }
  return out;
}

std::vector<std::string> SweepPlan::SettingsOf(std::size_t run, const std::vector<std::size_t>& axes) const {
  const auto places = PlacesOf(run);
  std::vector<std::string> out;
  for (const std::size_t axis : axes)
    out.push_back(fmt::format("{}={}", axes_[axis].name, axes_[axis].values[places[axis]]));
  return out;
}

}  // namespace daedalus::driver
