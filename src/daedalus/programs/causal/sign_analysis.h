// Can this expression vanish? The signs that it may take, found without numbers.
//
// A sign set says which of "negative", "zero", "positive" a value can be: {positive} for exp(x), {zero,
// positive} for x^2, all three where nothing is known. Each operation maps the sets of its operands to its
// own. A sum of terms of one sign keeps it, a product multiplies signs, and so on (abstract interpretation,
// P. Cousot, R. Cousot 1977, with the power set of signs). The answer is safe: a value never has a sign
// outside its set, as long as nothing overflows or underflows.
//
// What the leaves give:
//   a number            its own sign
//   a parameter         the sign of its value, where values are given or it can be computed from constants;
//                       else what its bounds say (min > 0, max < 0); else, if it is a constant or final, the
//                       signs of its binding
//   a vanishing one     {zero, positive}: for a step size, which may become arbitrarily small
//   variables, time     all: during a Newton iteration a variable may well leave its min and max, so these
//                       are no reason to divide by it
//
// Values of parameters hold for one run: a program that was built with them has to be built again when they
// change. Parameters with fixed = false are found by the initial problem, so their values are never used.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/traverse.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

class SignSet {
 public:
  constexpr SignSet() = default;
  static constexpr SignSet Negative() { return SignSet(1); }
  static constexpr SignSet Zero() { return SignSet(2); }
  static constexpr SignSet Positive() { return SignSet(4); }
  static constexpr SignSet Any() { return SignSet(7); }
  static SignSet Of(double value);

  constexpr bool Contains(SignSet other) const { return (bits_ & other.bits_) == other.bits_; }
  constexpr bool IsNonzero() const { return (bits_ & 2) == 0; }
  constexpr SignSet operator|(SignSet other) const { return SignSet(bits_ | other.bits_); }
  constexpr SignSet operator&(SignSet other) const { return SignSet(bits_ & other.bits_); }
  constexpr SignSet operator-() const {
    return SignSet((bits_ & 2) | ((bits_ & 1) << 2) | ((bits_ & 4) >> 2));
  }
  friend constexpr bool operator==(SignSet, SignSet) = default;

 private:
  constexpr explicit SignSet(int bits) : bits_(static_cast<std::uint8_t>(bits)) {}
  std::uint8_t bits_ = 0;
};
constexpr SignSet kNotNegative = SignSet::Zero() | SignSet::Positive();
constexpr SignSet kNotPositive = SignSet::Zero() | SignSet::Negative();

// The signs of a sum and of a product.
SignSet SumOf(SignSet a, SignSet b);
SignSet ProductOf(SignSet a, SignSet b);

// What is known of the parameters.
struct ParameterKnowledge {
  std::span<const double> values = {};          // by id; empty: not known
  std::span<const ParameterId> vanishing = {};  // positive, but as small as you please: step sizes
};

// Remembers what it has found: an expression costs what is new in it.
class SignAnalysis {
 public:
  SignAnalysis(const System& system, const ParameterKnowledge& known);

  SignSet Of(ExprId e);
  // The value of what is computed from numbers and known parameters alone.
  std::optional<double> ValueOf(ExprId e);

 private:
  SignSet OfParameter(ParameterId p);
  SignSet OfOperation(ExprId e) const;
  SignSet OfLeaf(ExprId e) const;

  const System& system_;
  std::vector<double> values_;  // by parameter; NaN: not known
  std::vector<SignSet> of_parameter_;
  std::vector<SignSet> signs_;  // by id
  expr::Traversal traversal_;
  expr::LeafCollector leaves_;
  expr::Evaluator evaluator_;
};

}  // namespace daedalus::causal
