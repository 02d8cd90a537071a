// Encodes the values of a page as bytes that compress well, and that the page can decode column by column.
//
// A column is written in one of two ways.
//
//   exact   Eight bytes a value, in eight planes: all first bytes, then all second bytes, and so on.
//           Neighbouring values have equal exponents, so the planes compress well.
//   levels  A value is low + k * step, with k from 0 to 65534; 65535 means "no number". The difference
//           between k and a prediction is stored in two planes of bytes. The prediction is the last value, or
//           a straight line through the last two, whichever leaves smaller differences. A difference is
//           folded to a natural number: 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
//           Values of 8e307 and more count as "no number", so that no difference overflows.
//
// Results of up to `most_exact` values are exact. In larger results all columns use levels, except integers
// that fit. The page tells the reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "daedalus/products/page/page_data.h"

namespace daedalus::page {

struct EncodedColumn {
  enum class Form : std::uint8_t {
    kExact,
    kLevels,  // predicted by the predecessor
    kLine,    // levels, predicted by a straight line
  };
  std::size_t at = 0;  // where its bytes begin
  Form form = Form::kExact;
  double low = 0, step = 0;

  friend bool operator==(const EncodedColumn&, const EncodedColumn&) = default;
};

struct EncodedValues {
  std::string bytes;
  std::vector<EncodedColumn> columns;  // the first one is the time, which is always exact
  bool has_levels = false;             // not all columns are exact
};

struct EncodingLimits {
  std::size_t most_exact = 1'000'000;
};

EncodedValues EncodeValues(const PageData& page, const EncodingLimits& limits = {});

}  // namespace daedalus::page
