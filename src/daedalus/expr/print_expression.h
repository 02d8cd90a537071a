// An expression as Modelica text, with as few parentheses as the grammar allows.
//
// What the graph keeps as a + (-1)*b is printed as a - b, with the positive terms first. Reading the text
// again and building it gives the same expression. Numbers are the shortest that read back to the same
// double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "daedalus/expr/graph.h"

namespace daedalus::expr {

enum class PrintedOperand : std::uint8_t { kNumber, kLogical, kLeftOut };

// How the call of a function is written: name(operands, further).
struct PrintedCall {
  std::string name;
  std::string further;                   // behind the operands, with a comma in front
  std::vector<PrintedOperand> operands;  // by operand
};

struct PrintNames {
  std::function<std::string(VariableId)> variable;
  std::function<std::string(ParameterId)> parameter;
  std::function<std::string(HeldId)> held = {};  // not needed where nothing is held
  // The text of what is not written out: a name, or anything else that needs no parentheses. Empty: it is written out.
  std::function<std::string(ExprId)> expression = {};
  // Of calls that have another name than that of the function in messages; without a name: it has not.
  std::function<PrintedCall(ExprId)> call = {};
  // Whether a kEqual or kNotEqual is of Reals, which have no such relation outside of functions: they are written by two others.
  std::function<bool(ExprId)> compares_reals = {};
};

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

struct PrintOptions {
  // A graph with much sharing can be exponentially long as text: what is longer ends with "...".
  std::size_t max_length = 1'000'000;
  // The expression is Boolean: constants are `true` and `false`.
  bool is_logical = false;
  // By expression, whether it varies between events: then comparisons and rounding of it are written in noEvent(...),
  // since without it they would mean events. Null: they are written as they are.
  const std::vector<bool>* varying = nullptr;
};

std::string Print(const Graph& g, ExprId e, const PrintNames& names, const PrintOptions& options = {});

// Variables as x0, x1, ..., parameters as p0, p1, ..., what is held as h0, h1, ...: for tests and debugging.
std::string Print(const Graph& g, ExprId e);

// The shortest text that reads back as the same double.
std::string PrintNumber(double value);
// The same, but a whole number that may have to be an Integer in digits alone: 1000000, not 1e+06.
std::string PrintTypedNumber(double value);

}  // namespace daedalus::expr
