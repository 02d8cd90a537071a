// Equations and statements (Modelica 3.6, appendix A.2.6).
#pragma once

#include "daedalus/language/syntax/expression_nodes.h"

namespace daedalus::syntax {

struct Description;
using DescriptionId = Id<Description>;

enum class EquationKind : std::uint8_t {
  kInvalid,   // stands where the parser reported an error
  kEquality,  // left = right
  kCall,      // left, which is a call: assert(...), terminate(...), reinit(...), Connections.root(...)
  kConnect,   // connect(left, right); both are references
  kIf,        // branches
  kWhen,      // branches; no `else`
  kFor,       // indices, body
};

struct Equation {
  EquationKind kind = EquationKind::kInvalid;
  Place place;  // without the description and the semicolon
  ExpressionId left;
  ExpressionId right;
  Range<struct EquationBranch> branches;
  Range<ForIndex> indices;
  Range<Equation> body;
  DescriptionId description;  // invalid when there is none
};

struct EquationBranch {
  ExpressionId condition;  // invalid for `else`, which is the last
  Range<Equation> body;
};

enum class StatementKind : std::uint8_t {
  kInvalid,     // stands where the parser reported an error
  kAssignment,  // target := value; the target is a reference
  kMultiple,  // (a, , b) := f(x): the target is a kTuple (of any number of elements, also of one), the value
              // a call
  kCall,      // value, which is a call
  kIf,        // branches
  kWhen,      // branches; no `else`
  kFor,       // indices, body
  kWhile,     // while value loop body
  kBreak,
  kReturn,
};

struct Statement {
  StatementKind kind = StatementKind::kInvalid;
  Place place;  // without the description and the semicolon
  ExpressionId target;
  ExpressionId value;
  Range<struct StatementBranch> branches;
  Range<ForIndex> indices;
  Range<Statement> body;
  DescriptionId description;  // invalid when there is none
};

struct StatementBranch {
  ExpressionId condition;  // invalid for `else`, which is the last
  Range<Statement> body;
};

using EquationId = Id<Equation>;
using StatementId = Id<Statement>;

}  // namespace daedalus::syntax
