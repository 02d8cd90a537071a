// Expressions, names and calls (Modelica 3.6, appendix A.2.7).
//
// An Expression is a small tagged node; what a kind has beyond that is asked of the tree, which checks the
// kind:
//
//   const Expression& e = tree[id];
//   switch (e.kind) {
//     case ExpressionKind::kInfix: {            // a + b - c is one node with three terms
//       auto terms = tree.Terms(e);
//       Value v = Lower(terms[0].operand);
//       for (const InfixTerm& t : terms.subspan(1)) v = Apply(t.op, v, Lower(t.operand));
//       ...
//
// A sum of a million terms is one node, not a million levels: the depth of a tree is what the user nested by
// hand and is limited by the parser (kMaxNesting in parse.h), so a recursive walk is safe. Redundant
// parentheses leave no node.
#pragma once

#include "daedalus/language/syntax/node.h"

namespace daedalus::syntax {

enum class ExpressionKind : std::uint8_t {
  kInvalid,             // stands where the parser reported an error
  kInteger,             // 42                       Tree::Number, Tree::Text
  kReal,                // 1.5e-3                   Tree::Number, Tree::Text
  kString,              // "text"                   Tree::StringValue
  kBoolean,             // true, false              Tree::BooleanValue
  kReference,           // a.b[1].c, .A.b           Tree::ReferenceOf
  kCall,                // f(x, y = 1), der(x)      Tree::CallOf
  kPartialApplication,  // function f(y = 1)        Tree::CallOf
  kComprehension,       // sum(x for i in 1:n), {x for i in 1:n}   Tree::ComprehensionOf
  kArray,               // {a, b}                   Tree::Elements
  kMatrix,              // [a, b; c, d]             Tree::Rows
  kTuple,  // (a, , b): left sides of calls with several results; omitted ones are invalid ids. Tree::Elements
  kRange,  // a:b or a:step:b          Tree::Elements (two or three)
  kUnary,  // -a, not a                Tree::Operator, Tree::Operand
  kInfix,  // a + b - c                Tree::Terms
  kIf,     // if a then b elseif c then d else e     Tree::Branches
  kSubscripted,  // (a)[1]                   Tree::Elements: what is subscripted, then the subscripts
  kEnd,          // end, in a subscript
  kColon,        // :, a whole dimension, in a subscript
};

enum class UnaryOperator : std::uint8_t { kPlus, kMinus, kElementwisePlus, kElementwiseMinus, kNot };

enum class InfixOperator : std::uint8_t {
  kNone,  // of the first term
  kOr,
  kAnd,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAdd,
  kSubtract,
  kElementwiseAdd,
  kElementwiseSubtract,
  kMultiply,
  kDivide,
  kElementwiseMultiply,
  kElementwiseDivide,
  kPower,
  kElementwisePower,
};

struct Expression;
struct Reference;
using ExpressionId = Id<Expression>;
using ReferenceId = Id<Reference>;

struct Expression {
  ExpressionKind kind = ExpressionKind::kInvalid;
  std::uint8_t detail = 0;  // for Tree: the unary operator, or the value of a Boolean
  Place place;
  std::uint32_t first = 0;  // for Tree: an id, or the first of a range
  std::uint32_t count = 0;
};

// One operand of a left-associative chain of operators of equal precedence. Relations and powers have exactly
// two terms.
struct InfixTerm {
  InfixOperator op = InfixOperator::kNone;  // what stands before the operand; kNone for the first
  ExpressionId operand;
};

struct ExpressionBranch {
  ExpressionId condition;  // invalid for the `else` branch, which is the last
  ExpressionId value;
};

// A dotted name: of a component (with subscripts), of a class, of a function. Calls of the keywords `der`,
// `initial` and `pure` have these as ordinary one-part names.
struct Reference {
  Place place;
  bool is_global = false;  // starts with a dot
  Range<struct ReferencePart> parts;
};

struct ReferencePart {
  NameId name;
  Place place;  // with the subscripts
  Range<ExpressionId> subscripts;
};

struct Call {
  ReferenceId function;
  Range<struct Argument> arguments;  // positional ones first
};

struct Argument {
  NameId name;  // invalid for a positional argument
  Place name_place;
  ExpressionId value;
};

// A reduction `f(body for iterators)`, or with no function the array `{body for iterators}`.
struct Comprehension {
  ReferenceId function;
  ExpressionId body;
  Range<struct ForIndex> indices;
};

// `i in range`, of comprehensions, for equations and for statements.
struct ForIndex {
  NameId name;
  Place place;
  ExpressionId range;  // invalid when left out: deduced from the use of the index
};

struct MatrixRow {
  Range<ExpressionId> elements;
};

}  // namespace daedalus::syntax
