// The value of an expression in an annotation. Nearly all are literals, which are read directly from the
// tree. Others are evaluated like expressions of the model, with the values of its parameters.
//
// DynamicSelect(static, dynamic) has its static value (Modelica 3.6, section 18.6.6).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/language/semantics/context.h"

namespace daedalus::drawing {

// Where a text of the model is read: its tree, the class that contains it, and the instance of that class.
struct AnnotationText {
  const syntax::Tree* tree = nullptr;
  scope::Scope scope;
  semantics::NodeId node;  // invalid: the class has no instance, so its parameters have no values
};

struct AnnotationValue {
  enum class Kind : std::uint8_t {
    kUnknown,  // it depends on something that has no value here
    kNumber,
    kBoolean,
    kString,
    kLiteral,  // of an enumeration: its last name
    kArray,
  };
  Kind kind = Kind::kUnknown;
  double number = 0.0;  // of a Boolean: 0 or 1
  std::string text;
  std::vector<AnnotationValue> items;
  Span span;

  bool Is(Kind k) const { return kind == k; }
};

// What drawings of one set of classes share.
struct ReadContext {
  semantics::Context& semantics;
  Diagnostics& diagnostics;

  // Reports a part of an annotation that is left out.
  void Warn(Span span, std::string message);
};

// The entry `name(...)` or `name = value` of an annotation; invalid if there is none.
syntax::ModificationId EntryOf(const syntax::Tree& tree, syntax::ModificationId in, std::string_view name);

AnnotationValue Evaluate(ReadContext& read, const AnnotationText& at, syntax::ExpressionId id);

// The dynamic expression of DynamicSelect(static, dynamic) as it is written; empty for any other expression.
std::string DynamicPart(const syntax::Tree& tree, syntax::ExpressionId id);

enum class Condition : std::uint8_t { kFalse, kTrue, kUnknown };
Condition EvaluateCondition(ReadContext& read, const AnnotationText& at, syntax::ExpressionId id);

}  // namespace daedalus::drawing
