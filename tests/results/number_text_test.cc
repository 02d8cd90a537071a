#include "daedalus/results/number_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace daedalus::results {
namespace {

std::string Text(double value) {
  char text[kMaxNumberLength];
  return {text, FormatNumber(text, value)};
}

// The independent way: the standard library.
std::string StandardText(double value) {
  char text[kMaxNumberLength];
  return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

void ExpectStandardText(double value) {
  EXPECT_EQ(Text(value), StandardText(value));
  EXPECT_EQ(Text(-value), StandardText(-value));
}

TEST(FormatNumber, IsTheShortestText) {
  EXPECT_EQ(Text(0.1), "0.1");
  EXPECT_EQ(Text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(Text(-1.0 / 3), "-0.3333333333333333");
  EXPECT_EQ(Text(100000), "1e+05");
  EXPECT_EQ(Text(120000), "120000");
  EXPECT_EQ(Text(5e-324), "5e-324");
  EXPECT_EQ(Text(-1.7976931348623157e308), "-1.7976931348623157e+308");
}

TEST(FormatNumber, AgreesWithTheStandardLibraryOnSpecialValues) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const double value : {0.0, inf, std::numeric_limits<double>::quiet_NaN()}) ExpectStandardText(value);
  for (int e = -1074; e < 1024; ++e) {
    const double power = std::ldexp(1.0, e);
    for (const double value : {power, std::nextafter(power, 0.0), std::nextafter(power, inf)})
      ExpectStandardText(value);
  }
}

// Numbers of any bits, of few digits, and integers around 2^53.
TEST(FormatNumber, AgreesWithTheStandardLibraryOnRandomValues) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 50'000; ++i) {
    ExpectStandardText(std::bit_cast<double>(random()));
    const auto few_digits = static_cast<double>(random() % 100'000);
    const double power = std::pow(10.0, static_cast<int>(random() % 25));
    ExpectStandardText(few_digits * power);
    ExpectStandardText(few_digits / power);
    ExpectStandardText(static_cast<double>(random() >> random() % 64));
  }
}

}  // namespace
}  // namespace daedalus::results
