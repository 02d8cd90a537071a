// The identifiers of all trees of a run. Trees that were parsed with the same table use the same ids.
//
// The keywords are interned first, in the order of the list below, so that the lexer needs one look-up for
// identifiers and keywords alike: an id below kNumKeywords is a keyword.
#pragma once

#include <string_view>

#include "daedalus/base/interner.h"
#include "daedalus/language/syntax/node.h"

// X(enumerator, spelling), in alphabetic order (Modelica 3.6, section 2.3.3).
#define DAEDALUS_MODELICA_KEYWORDS(X) \
  X(kAlgorithm, "algorithm")          \
  X(kAnd, "and")                      \
  X(kAnnotation, "annotation")        \
  X(kBlock, "block")                  \
  X(kBreak, "break")                  \
  X(kClass, "class")                  \
  X(kConnect, "connect")              \
  X(kConnector, "connector")          \
  X(kConstant, "constant")            \
  X(kConstrainedby, "constrainedby")  \
  X(kDer, "der")                      \
  X(kDiscrete, "discrete")            \
  X(kEach, "each")                    \
  X(kElse, "else")                    \
  X(kElseif, "elseif")                \
  X(kElsewhen, "elsewhen")            \
  X(kEncapsulated, "encapsulated")    \
  X(kEnd, "end")                      \
  X(kEnumeration, "enumeration")      \
  X(kEquation, "equation")            \
  X(kExpandable, "expandable")        \
  X(kExtends, "extends")              \
  X(kExternal, "external")            \
  X(kFalse, "false")                  \
  X(kFinal, "final")                  \
  X(kFlow, "flow")                    \
  X(kFor, "for")                      \
  X(kFunction, "function")            \
  X(kIf, "if")                        \
  X(kImport, "import")                \
  X(kImpure, "impure")                \
  X(kIn, "in")                        \
  X(kInitial, "initial")              \
  X(kInner, "inner")                  \
  X(kInput, "input")                  \
  X(kLoop, "loop")                    \
  X(kModel, "model")                  \
  X(kNot, "not")                      \
  X(kOperator, "operator")            \
  X(kOr, "or")                        \
  X(kOuter, "outer")                  \
  X(kOutput, "output")                \
  X(kPackage, "package")              \
  X(kParameter, "parameter")          \
  X(kPartial, "partial")              \
  X(kProtected, "protected")          \
  X(kPublic, "public")                \
  X(kPure, "pure")                    \
  X(kRecord, "record")                \
  X(kRedeclare, "redeclare")          \
  X(kReplaceable, "replaceable")      \
  X(kReturn, "return")                \
  X(kStream, "stream")                \
  X(kThen, "then")                    \
  X(kTrue, "true")                    \
  X(kType, "type")                    \
  X(kWhen, "when")                    \
  X(kWhile, "while")                  \
  X(kWithin, "within")

namespace daedalus::syntax {

class NameTable {
 public:
  NameTable(){
#define DAEDALUS_X(name, spelling) names_.Intern(spelling);
      DAEDALUS_MODELICA_KEYWORDS(DAEDALUS_X)
#undef DAEDALUS_X
  }

  NameId Intern(std::string_view text) {
    return names_.Intern(text);
  }
  NameId Find(std::string_view text) const { return names_.Find(text); }
  std::string_view Text(NameId name) const { return names_.Text(name); }
  std::size_t size() const { return names_.size(); }

 private:
  StringInterner<NameId> names_;
};

}  // namespace daedalus::syntax
