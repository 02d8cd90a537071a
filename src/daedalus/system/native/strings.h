// The functions that Modelica.Utilities.Strings needs from its C library. Indices count bytes from 1, as
// there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace daedalus::native {

// Of the bytes `first` to `last`; empty where there are none of them. What lies before 1 is 1, an end below 0
// is `first`.
std::string Substring(std::string_view text, std::int64_t first, std::int64_t last);

enum class Order { kLess = 1, kEqual = 2, kGreater = 3 };
Order Compare(std::string_view a, std::string_view b, bool is_case_sensitive);

// The first index from `start` on that is no white space; one behind the text if there is none.
std::int64_t SkipWhiteSpace(std::string_view text, std::int64_t start);

// A token at `start`, white space before it passed over: its value, and the index behind it. Where there is
// none `next` is `start`.
template <class T>
struct Scanned {
  std::int64_t next = 1;
  T value = {};
};
Scanned<double> ScanReal(std::string_view text, std::int64_t start, bool is_unsigned);
Scanned<std::int64_t> ScanInteger(std::string_view text, std::int64_t start, bool is_unsigned);
Scanned<std::string> ScanString(std::string_view text, std::int64_t start);  // "..." with \" inside
Scanned<std::string> ScanIdentifier(std::string_view text,
                                    std::int64_t start);  // a letter, then letters, digits, _

// Partow's AP hash, as a signed 32-bit number.
std::int32_t HashString(std::string_view text);

}  // namespace daedalus::native
