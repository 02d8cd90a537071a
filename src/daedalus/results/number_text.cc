#include "daedalus/results/number_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace daedalus::results {
namespace {

__extension__ using Wide = unsigned __int128;

// A power of ten, rounded up to 128 bits with the highest one set.
struct Power {
  std::uint64_t high = 0, low = 0;
};

constexpr int kLeastPower = -292, kGreatestPower = 324;

// A natural number in limbs of 64 bits, lowest first.
using Natural = std::array<std::uint64_t, 14>;

constexpr int BitsOf(const Natural& n) {
  for (int i = static_cast<int>(n.size()); i-- > 0;) {
    if (n[static_cast<std::size_t>(i)] != 0) return 64 * i + std::bit_width(n[static_cast<std::size_t>(i)]);
  }
  return 0;
}

constexpr bool BitAt(const Natural& n, int i) {
  return (n[static_cast<std::size_t>(i / 64)] >> (i % 64) & 1) != 0;
}

// The highest 128 bits, rounded up where bits follow or `has_more`.
constexpr Power RoundedUp(const Natural& n, bool has_more) {
  const int bits = BitsOf(n);
  Wide out = 0;
  for (int i = bits - 1; i >= bits - 128; --i) out = out << 1 | (i >= 0 && BitAt(n, i) ? 1u : 0u);
  for (int i = bits - 129; i >= 0 && !has_more; --i) has_more = BitAt(n, i);
  if (has_more) ++out;
  return {static_cast<std::uint64_t>(out >> 64), static_cast<std::uint64_t>(out)};
}

// The binary exponent is known from the decimal one, so powers of five are enough: of 10^-j it is
// floor(2^N / 5^j), by j divisions, which is exact.
consteval std::array<Power, kGreatestPower - kLeastPower + 1> MakePowers() {
  std::array<Power, kGreatestPower - kLeastPower + 1> out;
  Natural n{1};
  for (int k = 0; k <= kGreatestPower; ++k) {
    out[static_cast<std::size_t>(k - kLeastPower)] = RoundedUp(n, false);
    Wide carry = 0;
    for (std::uint64_t& limb : n) {
      carry += Wide{limb} * 5;
      limb = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
  }
  n = {};
  n.back() = std::uint64_t{1} << 63;
  for (int k = -1; k >= kLeastPower; --k) {
    Wide rest = 0;
    for (std::size_t i = n.size(); i-- > 0;) {
      rest = rest << 64 | n[i];
      n[i] = static_cast<std::uint64_t>(rest / 5);
      rest %= 5;
    }
    out[static_cast<std::size_t>(k - kLeastPower)] = RoundedUp(n, true);
  }
  return out;
}

constexpr auto kPowers = MakePowers();

constexpr int FloorLog2OfPower(int k) {
  return (k * 1741647) >> 19;
}

// The high 64 bits of a product of 192, the last of them set if any bit below is.
std::uint64_t RoundToOdd(Power power, std::uint64_t factor) {
  const Wide low = Wide{power.low} * factor;
  const Wide high = Wide{power.high} * factor + static_cast<std::uint64_t>(low >> 64);
  return static_cast<std::uint64_t>(high >> 64) | (static_cast<std::uint64_t>(high) > 1 ? 1u : 0u);
}

struct Decimal {
  std::uint64_t digits = 0;  // the last of them may be zeros
  int exponent = 0;
};

constexpr int kFractionBits = 52;
constexpr std::uint64_t kFraction = (std::uint64_t{1} << kFractionBits) - 1;

// Of a positive finite number.
Decimal ShortestDecimal(std::uint64_t bits) {
  const std::uint64_t fraction = bits & kFraction;
  const int field = static_cast<int>(bits >> kFractionBits);
  const std::uint64_t c = field == 0 ? fraction : fraction | (kFraction + 1);
  const int q = (field == 0 ? 1 : field) - 1075;
  if (-q >= 0 && -q <= kFractionBits && (c & ((std::uint64_t{1} << -q) - 1)) == 0) return {c >> -q, 0};

  const bool is_even = c % 2 == 0, is_lower_nearer = fraction == 0 && field > 1;
  const int k = (q * 1262611 - (is_lower_nearer ? 524031 : 0)) >> 22;
  const int h = q + FloorLog2OfPower(-k) + 1;
  const Power power = kPowers[static_cast<std::size_t>(-k - kLeastPower)];
  const std::uint64_t least = RoundToOdd(power, (4 * c - 2 + (is_lower_nearer ? 1 : 0)) << h);
  const std::uint64_t value = RoundToOdd(power, 4 * c << h);
  const std::uint64_t greatest = RoundToOdd(power, (4 * c + 2) << h);
  const std::uint64_t lower = least + (is_even ? 0 : 1), upper = greatest - (is_even ? 0 : 1);

  const std::uint64_t s = value / 4;
  if (s >= 10) {
    const std::uint64_t shorter = s / 10;
    const bool is_below_inside = lower <= 40 * shorter, is_above_inside = 40 * shorter + 40 <= upper;
    if (is_below_inside != is_above_inside) return {shorter + (is_above_inside ? 1 : 0), k + 1};
  }
  const bool is_below_inside = lower <= 4 * s, is_above_inside = 4 * s + 4 <= upper;
  if (is_below_inside != is_above_inside) return {s + (is_above_inside ? 1 : 0), k};
  const std::uint64_t middle = 4 * s + 2;
  const bool rounds_up = value > middle || (value == middle && s % 2 == 1);
  return {s + (rounds_up ? 1 : 0), k};
}

constexpr std::uint32_t kHundred = 100, kTenThousand = 10'000;
constexpr std::uint64_t kEightDigits = 100'000'000;

// "00" to "99".
constexpr std::array<char, 200> kPairs = [] {
  std::array<char, 200> out{};
  for (std::size_t i = 0; i < kHundred; ++i) {
    out[2 * i] = static_cast<char>('0' + i / 10);
    out[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return out;
}();

void WritePair(char* out, std::uint32_t pair) {
  std::memcpy(out, &kPairs[2 * std::size_t{pair}], 2);
}

// Eight digits, with zeros in front. The pairs do not wait for each other.
void WriteEight(char* out, std::uint32_t digits) {
  const std::uint32_t high = digits / kTenThousand, low = digits % kTenThousand;
  WritePair(out, high / kHundred);
  WritePair(out + 2, high % kHundred);
  WritePair(out + 4, low / kHundred);
  WritePair(out + 6, low % kHundred);
}

constexpr int kMostDigits = 17;
// Copies of a constant size are faster than those of the right one, and there is room behind.
constexpr int kCopied = 20;

// The digits of a number as text, without zeros at either end.
struct Digits {
  std::array<char, kMostDigits + 2 * kCopied> buffer;
  int begin = 0, end = 0;

  const char* text() const { return buffer.data() + begin; }
  int length() const { return end - begin; }
};

// The exponent becomes that of the last digit that is not zero.
void WriteDigits(Decimal& decimal, Digits& out) {
  const std::uint64_t high = decimal.digits / kEightDigits;
  out.buffer[0] = static_cast<char>('0' + high / kEightDigits);
  WriteEight(&out.buffer[1], static_cast<std::uint32_t>(high % kEightDigits));
  WriteEight(&out.buffer[9], static_cast<std::uint32_t>(decimal.digits % kEightDigits));
  out.begin = 0;
  out.end = kMostDigits;
  while (out.buffer[static_cast<std::size_t>(out.begin)] == '0') ++out.begin;
  while (out.buffer[static_cast<std::size_t>(out.end - 1)] == '0') --out.end;
  decimal.exponent += kMostDigits - out.end;
}

char* WriteFixed(char* out, const Digits& digits, int exponent) {
  const int length = digits.length(), whole = length + exponent;  // digits before the point
  if (exponent >= 0) {
    std::memcpy(out, digits.text(), kCopied);
    return std::fill_n(out + length, exponent, '0');
  }
  if (whole > 0) {
    std::memcpy(out, digits.text(), kCopied);
    out[whole] = '.';
    std::memcpy(out + whole + 1, digits.text() + whole, kCopied);
    return out + length + 1;
  }
  std::memcpy(out, "0.0000", 6);
  out += 2 - whole;
  std::memcpy(out, digits.text(), kCopied);
  return out + length;
}

char* WriteScientific(char* out, const Digits& digits, int exponent) {
  const int length = digits.length();
  out[0] = digits.text()[0];
  out[1] = '.';
  std::memcpy(out + 2, digits.text() + 1, kCopied);
  out += length > 1 ? length + 1 : 1;
  const int power = exponent + length - 1;
  auto size = static_cast<std::uint32_t>(power < 0 ? -power : power);
  *out++ = 'e';
  *out++ = power < 0 ? '-' : '+';
  if (size >= kHundred) {
    *out++ = static_cast<char>('0' + size / kHundred);
    size %= kHundred;
  }
  WritePair(out, size);
  return out + 2;
}

// The shorter of both notations, the fixed one where they are equal: the rule of std::to_chars.
bool IsFixedShorter(int length, int exponent) {
  const int tight = length == 1 ? 1 : 0;  // no point in the scientific notation
  return exponent >= -(length + 3) + tight && exponent <= 5 - tight;
}

}  // namespace

char* FormatNumber(char* out, double value) {
  constexpr double kExactIntegers = 9007199254740992;  // 2^53: above, the fixed notation shows more digits
  const double size = std::abs(value);
  if (size == 0 || !std::isfinite(size)) return std::to_chars(out, out + kMaxNumberLength, value).ptr;
  Decimal decimal = ShortestDecimal(std::bit_cast<std::uint64_t>(size));
  Digits digits;
  WriteDigits(decimal, digits);
  const bool is_fixed = IsFixedShorter(digits.length(), decimal.exponent);
  if (is_fixed && size >= kExactIntegers) return std::to_chars(out, out + kMaxNumberLength, value).ptr;
  *out = '-';
  out += std::signbit(value) ? 1 : 0;
  return is_fixed ? WriteFixed(out, digits, decimal.exponent)
                  : WriteScientific(out, digits, decimal.exponent);
}

}  // namespace daedalus::results
