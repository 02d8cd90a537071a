#include "daedalus/system/units/parse_unit.h"

#include <fmt/format.h>

#include <algorithm>

namespace daedalus::units {
namespace {

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

// A recursive-descent parser. An unknown symbol makes the whole unit unknown; it is not an error.
class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  ParsedUnit Parse() {
    const Unit unit = Expression(0);
    if (mistake_.empty() && at_ < text_.size()) Fail(AfterTheEnd());
    if (!mistake_.empty()) return {std::nullopt, std::move(mistake_)};
    return {is_known_ ? std::optional(unit) : std::nullopt, {}};
  }

 private:
  static constexpr int kMaxDepth = 50;

  char Next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool Take(char c) {
    if (Next() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }
  void Fail(std::string why) {
    if (mistake_.empty()) mistake_ = std::move(why);
    at_ = text_.size();
  }
  std::string AfterTheEnd() const {
    if (Next() == '/')
      return "a unit has one `/`; write several factors below it in brackets, as in `J/(kg.K)`";
    if (Next() == '.') return "write the factors below `/` in brackets, as in `W/(m2.K)`";
    if (Next() == '*') return "units are multiplied by `.`, as in `N.m`";
    if (Next() == '^') return "powers follow the symbol without a sign between, as in `m2`";
    return fmt::format("`{}` has no meaning here", Next());
  }

  Unit Times(const Unit& a, const Unit& b) {
    if (const auto product = Product(a, b)) return *product;
    is_known_ = false;
    return {};
  }
  Unit ToThe(const Unit& unit, double exponent) {
    if (const auto power = Power(unit, exponent)) return *power;
    is_known_ = false;
    return {};
  }

  Unit Expression(int depth) {
    const Unit above = Numerator(depth);
    return Take('/') ? Times(above, ToThe(Denominator(depth), -1.0)) : above;
  }

  std::optional<Unit> InBrackets(int depth) {
    if (!Take('(')) return std::nullopt;
    if (depth >= kMaxDepth) {
      Fail("there are too many brackets");
      return Unit();
    }
    const Unit inside = Expression(depth + 1);
    if (!Take(')')) Fail(at_ < text_.size() ? AfterTheEnd() : "a bracket is not closed");
    return inside;
  }

  Unit Numerator(int depth) {
    if (auto inside = InBrackets(depth)) return *inside;
    if (Take('1')) return {};
    Unit product = Factor();
    while (Take('.')) product = Times(product, Factor());
    return product;
  }

  Unit Denominator(int depth) {
    const auto inside = InBrackets(depth);
    return inside ? *inside : Factor();
  }

  Unit Factor() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && IsLetter(text_[at_])) ++at_;
    if (at_ == begin) {
      Fail(at_ < text_.size() ? AfterTheEnd() : "a unit is missing at the end");
      return {};
    }
    const auto symbol = FindSymbol(text_.substr(begin, at_ - begin));
    if (!symbol) is_known_ = false;
    const double exponent = Exponent();
    return symbol ? (exponent == 1.0 ? *symbol : ToThe(*symbol, exponent)) : Unit();
  }

  double Exponent() {
    const bool is_negative = Next() == '-';
    const bool has_sign = Take('-') || Take('+');
    double number = 0.0;
    const std::size_t begin = at_;
    for (; at_ < text_.size() && IsDigit(text_[at_]); ++at_)
      number = std::min(10.0 * number + (text_[at_] - '0'), 1e6);
    if (at_ == begin && has_sign) Fail("a power needs a number after its sign");
    if (at_ == begin) return 1.0;
    return is_negative ? -number : number;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool is_known_ = true;
  std::string mistake_;
};

}  // namespace

ParsedUnit ParseUnit(std::string_view text) {
  if (text.empty()) return {};
  return UnitParser(text).Parse();
}

}  // namespace daedalus::units
