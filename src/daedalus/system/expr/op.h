// The operations of the expression graph.
//
// Every value is a double. Booleans are 0 and 1, Integers are whole doubles (exact to 2^53); the semantics
// room has checked the types before anything reaches the graph. There is no subtraction and no unary minus:
// a difference is Add(a, Mul(-1, b)), so that sums have one form; printing and code generation turn it back.
// Division is an operation of its own, because a/b and a*(1/b) round differently. `>` and `>=` are `<` and
// `<=` with the operands exchanged.
#pragma once

#include <cstdint>
#include <string_view>

// X(enumerator, arity, name); arity -1: two operands or more. Leaves come first.
#define DAEDALUS_EXPR_OPS(X)                                                     \
  X(kConstant, 0, "constant")                                                    \
  X(kTime, 0, "time")                                                            \
  X(kParameter, 0, "parameter")                                                  \
  X(kHeld, 0, "held") /* changes at events only */                               \
  X(kVariable, 0, "variable")                                                    \
  X(kAdd, -1, "+")                                                               \
  X(kMul, -1, "*")                                                               \
  X(kDiv, 2, "/")                                                                \
  X(kPow, 2, "^")                                                                \
  X(kAbs, 1, "abs")                                                              \
  X(kSign, 1, "sign")                                                            \
  X(kSqrt, 1, "sqrt")                                                            \
  X(kExp, 1, "exp")                                                              \
  X(kLog, 1, "log")                                                              \
  X(kLog10, 1, "log10")                                                          \
  X(kSin, 1, "sin")                                                              \
  X(kCos, 1, "cos")                                                              \
  X(kTan, 1, "tan")                                                              \
  X(kAsin, 1, "asin")                                                            \
  X(kAcos, 1, "acos")                                                            \
  X(kAtan, 1, "atan")                                                            \
  X(kAtan2, 2, "atan2")                                                          \
  X(kSinh, 1, "sinh")                                                            \
  X(kCosh, 1, "cosh")                                                            \
  X(kTanh, 1, "tanh")                                                            \
  X(kFloor, 1, "floor")                                                          \
  X(kCeil, 1, "ceil")                                                            \
  X(kTruncDiv, 2, "div") /* Modelica div(): the quotient without its fraction */ \
  X(kMod, 2, "mod")      /* x - floor(x/y)*y */                                  \
  X(kRem, 2, "rem")      /* x - div(x, y)*y */                                   \
  X(kMin, 2, "min")                                                              \
  X(kMax, 2, "max")                                                              \
  X(kLess, 2, "<")                                                               \
  X(kLessEqual, 2, "<=")                                                         \
  X(kEqual, 2, "==")                                                             \
  X(kNotEqual, 2, "<>")                                                          \
  X(kNot, 1, "not")                                                              \
  X(kAnd, -1, "and")                                                             \
  X(kOr, -1, "or")                                                               \
  X(kIf, 3, "if")           /* condition, then, else */                          \
  X(kNoEvent, 1, "noEvent") /* the value of its operand; keeps relations inside from making events */

namespace daedalus::expr {

enum class Op : std::uint8_t {
#define DAEDALUS_X(name, arity, text) name,
  DAEDALUS_EXPR_OPS(DAEDALUS_X)
#undef DAEDALUS_X
      kCall,  // one result of a function that the graph keeps (Graph::Call); any number of operands
};

// For operations that mean the same in every graph, so not for kCall.
constexpr int kNumOps = 0
#define DAEDALUS_X(name, arity, text) +1
    DAEDALUS_EXPR_OPS(DAEDALUS_X)
#undef DAEDALUS_X
    ;

constexpr int Arity(Op op) {
  if (op == Op::kCall) return -1;
  constexpr int table[] = {
#define DAEDALUS_X(name, arity, text) arity,
      DAEDALUS_EXPR_OPS(DAEDALUS_X)
#undef DAEDALUS_X
  };
  return table[static_cast<int>(op)];
}

constexpr std::string_view Name(Op op) {
  if (op == Op::kCall) return "call";
  constexpr std::string_view table[] = {
#define DAEDALUS_X(name, arity, text) text,
      DAEDALUS_EXPR_OPS(DAEDALUS_X)
#undef DAEDALUS_X
  };
  return table[static_cast<int>(op)];
}

constexpr bool IsLeaf(Op op) {
  return op <= Op::kVariable;
}
constexpr bool IsRelation(Op op) {
  return op >= Op::kLess && op <= Op::kNotEqual;
}
// The value is always 0 or 1.
constexpr bool IsLogical(Op op) {
  return op >= Op::kLess && op <= Op::kOr;
}
// The order of the operands does not change the value.
constexpr bool IsCommutative(Op op) {
  return op == Op::kAdd || op == Op::kMul || op == Op::kMin || op == Op::kMax || op == Op::kEqual ||
         op == Op::kNotEqual || op == Op::kAnd || op == Op::kOr;
}

}  // namespace daedalus::expr
