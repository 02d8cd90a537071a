// The values of an encoded column, as view/decode.js reads them.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "daedalus/products/page/encode_values.h"

namespace daedalus::page {

inline std::vector<double> DecodeColumn(const EncodedValues& encoded, std::size_t column,
                                        std::size_t num_values) {
  const EncodedColumn& head = encoded.columns[column];
  const auto byte = [&](std::size_t plane, std::size_t i) {
    return std::uint64_t{static_cast<unsigned char>(encoded.bytes[head.at + plane * num_values + i])};
  };
  std::vector<double> out;
  std::uint32_t last = 0, before = 0;
  for (std::size_t i = 0; i < num_values; ++i) {
    if (head.form == EncodedColumn::Form::kExact) {
      std::uint64_t bits = 0;
      for (std::size_t plane = 0; plane < 8; ++plane) bits |= byte(plane, i) << (8 * plane);
      out.push_back(std::bit_cast<double>(bits));
      continue;
    }
    const auto folded = static_cast<std::uint32_t>(byte(0, i) | byte(1, i) << 8);
    const std::uint32_t difference = (folded >> 1) ^ (0 - (folded & 1));
    const std::uint32_t predicted = head.form == EncodedColumn::Form::kLine ? 2 * last - before : last;
    const std::uint32_t level = (predicted + difference) & 0xffff;
    out.push_back(level == 0xffff ? std::numeric_limits<double>::quiet_NaN() : head.low + level * head.step);
    before = last;
    last = level;
  }
  return out;
}

}  // namespace daedalus::page
