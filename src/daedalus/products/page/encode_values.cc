#include "daedalus/products/page/encode_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

namespace daedalus::page {
namespace {

constexpr std::uint16_t kNoNumber = 65535;
constexpr double kMostLevels = 65534;

void AppendExact(std::span<const double> values, std::string& out) {
  const std::size_t begin = out.size();
  out.resize(begin + 8 * values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto bits = std::bit_cast<std::uint64_t>(values[i]);
    for (std::size_t plane = 0; plane < 8; ++plane)
      out[begin + plane * values.size() + i] = static_cast<char>(bits >> (8 * plane) & 0xff);
  }
}

// Differences of drawn values must not overflow, so larger values become gaps.
bool IsDrawn(double value) {
  return std::abs(value) < 8e307;
}

struct Scale {
  double low = 0, step = 0;
};

Scale ScaleOf(const PageColumn& column) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double value : column.values) {
    if (!IsDrawn(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (!(low < high)) return {std::isfinite(low) ? low : 0, 0};
  if (column.is_whole && high - low <= kMostLevels) return {low, 1};
  return {low, (high - low) / kMostLevels};
}

std::vector<std::uint16_t> LevelsOf(std::span<const double> values, const Scale& scale) {
  std::vector<std::uint16_t> out(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!IsDrawn(values[i])) {
      out[i] = kNoNumber;
    } else if (scale.step > 0) {
      const double level = std::round((values[i] - scale.low) / scale.step);
      out[i] = static_cast<std::uint16_t>(std::clamp(level, 0.0, kMostLevels));
    }
  }
  return out;
}

// Arithmetic is modulo 2^16, as in the page.
std::uint16_t Predicted(EncodedColumn::Form form, std::uint16_t last, std::uint16_t before) {
  if (form == EncodedColumn::Form::kLevels) return last;
  return static_cast<std::uint16_t>(2 * last - before);
}

std::uint16_t Fold(std::uint16_t difference) {
  const auto is_negative = static_cast<std::uint16_t>(-(difference >> 15));
  return static_cast<std::uint16_t>(static_cast<std::uint16_t>(difference << 1) ^ is_negative);
}

struct Residuals {
  std::vector<std::uint16_t> folded;
  std::uint64_t sum = 0;
};

Residuals ResidualsOf(std::span<const std::uint16_t> levels, EncodedColumn::Form form) {
  Residuals out;
  std::uint16_t last = 0, before = 0;
  for (const std::uint16_t level : levels) {
    out.folded.push_back(Fold(static_cast<std::uint16_t>(level - Predicted(form, last, before))));
    out.sum += out.folded.back();
    before = last;
    last = level;
  }
  return out;
}

EncodedColumn AppendLevels(const PageColumn& column, std::string& out) {
  const Scale scale = ScaleOf(column);
  const std::vector<std::uint16_t> levels = LevelsOf(column.values, scale);
  const Residuals by_last = ResidualsOf(levels, EncodedColumn::Form::kLevels);
  const Residuals by_line = ResidualsOf(levels, EncodedColumn::Form::kLine);
  const bool takes_line = by_line.sum < by_last.sum;
  const EncodedColumn encoded{out.size(),
                              takes_line ? EncodedColumn::Form::kLine : EncodedColumn::Form::kLevels,
                              scale.low, scale.step};
  const std::vector<std::uint16_t>& folded = takes_line ? by_line.folded : by_last.folded;
  for (const std::uint16_t value : folded) out += static_cast<char>(value & 0xff);
  for (const std::uint16_t value : folded) out += static_cast<char>(value >> 8);
  return encoded;
}

}  // namespace

EncodedValues EncodeValues(const PageData& page, const EncodingLimits& limits) {
  EncodedValues out;
  out.has_levels = page.times.size() * page.columns.size() > limits.most_exact;
  const auto add_exact = [&](std::span<const double> values) {
    out.columns.push_back({out.bytes.size(), EncodedColumn::Form::kExact, 0, 0});
    AppendExact(values, out.bytes);
  };
  add_exact(page.times);
  for (const PageColumn& column : page.columns) {
    if (out.has_levels) {
      out.columns.push_back(AppendLevels(column, out.bytes));
    } else {
      add_exact(column.values);
    }
  }
  return out;
}

}  // namespace daedalus::page
