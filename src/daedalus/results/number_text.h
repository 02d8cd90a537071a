// The shortest text that reads back to the same number, as std::to_chars writes it, two to three times as
// fast. Result files of large models have 10^8 numbers, and half of the time of a run was spent on their
// digits.
//
// The digits come from Schubfach [Giu20]. A double v = c 2^q is every number between v - u/2 and v + u/2, u
// the distance to its neighbours. With k = floor(log10(2^q)) there are one or two multiples of 10^k in that
// interval, and at most one of 10^(k + 1), which is then the shortest. All comparisons are exact: they are of
// 4 v / 10^k, computed with 126 bits of the power of ten and rounded to odd.
//
// [Giu20] R. Giulietti, The Schubfach way to render doubles, 2020.
#pragma once

#include <cstddef>

namespace daedalus::results {

// "-1.7976931348623157e+308" has 24 characters; the others are room for copies of constant size.
inline constexpr std::size_t kMaxNumberLength = 40;

// Returns the end of the text. `out` has room for kMaxNumberLength characters.
char* FormatNumber(char* out, double value);

}  // namespace daedalus::results
