// An expression as Modelica text, with as few parentheses as the grammar allows.
//
// a + (-1)*b in the graph is printed as a - b, with the positive terms first. Reading and building the text
// gives the same expression. Numbers have the fewest digits that read back to the same double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/system/expr/graph.h"

namespace daedalus::expr {

// The meaning of the numbers of an expression: numbers, `false` and `true`, or texts (base/text_table.h).
enum class Sense : std::uint8_t { kNumber, kLogical, kText };

// How the call of a function is written: name(operands, further).
struct PrintedCall {
  std::string name;
  std::string further;                         // behind the operands, with a comma in front
  std::vector<std::optional<Sense>> operands;  // by operand; nullopt if it is left out
};

// One operand of a call that composes a text, with what is written before and behind it: "x = " + String(x,
// format = "f").
struct PrintedPiece {
  std::string before, after;
  Sense sense = Sense::kNumber;
  bool is_enclosed = true;  // `before` and `after` contain brackets around it
};

// How to write texts, which are numbers in the graph.
struct PrintedTexts {
  std::function<std::string(double)> literal = {};
  // True if it is known to be a text; false for constants.
  std::function<bool(ExprId)> is_text = {};
  // By operand, of a call that composes a text; empty if it does something else.
  std::function<std::vector<PrintedPiece>(ExprId)> pieces = {};
  // Whether a call gives the order of its two texts, as a number below, at or above 0.
  std::function<bool(ExprId)> is_order = {};
};

struct PrintNames {
  std::function<std::string(VariableId)> variable;
  std::function<std::string(ParameterId)> parameter;
  std::function<std::string(HeldId)> held = {};  // not needed where nothing is held
  // The text of an expression that is not written out: a name, or another text that needs no parentheses.
  // Empty if the expression is written out.
  std::function<std::string(ExprId)> expression = {};
  // The name of calls that is not the name of the function in messages; empty if it is.
  std::function<PrintedCall(ExprId)> call = {};
  // True if a kEqual or kNotEqual compares Reals. The language has no such relation outside functions, so two
  // others are written.
  std::function<bool(ExprId)> compares_reals = {};
  PrintedTexts texts = {};
};

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

struct PrintOptions {
  // The longest text; longer ones end with "...". A graph with much sharing can be exponentially long as
  // text.
  std::size_t max_length = 1'000'000;
  Sense sense = Sense::kNumber;
  // By expression, whether it varies between events: then comparisons and rounding of it are written in
  // noEvent(...), since without it they would mean events. nullptr if they are written as they are.
  const std::vector<bool>* varying = nullptr;
};

std::string Print(const Graph& g, ExprId e, const PrintNames& names, const PrintOptions& options = {});
// A text that is composed of values.
std::string PrintPieces(const Graph& g, std::span<const PrintedPiece> pieces, std::span<const ExprId> values,
                        const PrintNames& names, const PrintOptions& options = {});
// left < right, with another sign perhaps.
std::string PrintRelation(const Graph& g, ExprId left, std::string_view sign, ExprId right,
                          const PrintNames& names, const PrintOptions& options = {});

// Variables as x0, x1, ..., parameters as p0, p1, ..., what is held as h0, h1, ...: for tests and debugging.
std::string Print(const Graph& g, ExprId e);

// The shortest text that reads back as the same double.
std::string PrintNumber(double value);
// The same, but a whole number that may have to be an Integer in digits alone: 1000000, not 1e+06.
std::string PrintTypedNumber(double value);

}  // namespace daedalus::expr
