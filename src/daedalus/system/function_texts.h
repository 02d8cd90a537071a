// How the functions that a System calls are written in flat Modelica: declarations of them, and of what they
// need in turn, so that the text is a whole model. Made by whoever knows the functions' own text
// (semantics/call_texts.h), on request; printed as far as it is needed.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/expr/graph.h"
#include "daedalus/system/hybrid.h"

namespace daedalus {

// A function, a record, an enumeration, the class of an external object, or a component that is one.
struct DeclaredText {
  std::string name;               // as it is written: quoted where it must be
  std::string text;               // lines with their ends
  std::vector<std::size_t> uses;  // other declarations
  std::string missing;            // why there is no text; empty if there is one
};

// How one result of a function of the graph is written: name(operands, further).
struct CallText {
  std::size_t declaration = 0;
  std::vector<std::size_t> further;  // declarations of components that are further arguments
  ValueType type = ValueType::kReal;
};

struct CallTexts {
  std::vector<std::optional<ValueType>>
      inputs;  // by operand; nothing: the declaration knows it by itself, and it is not written
  std::vector<std::string> names;  // of these inputs in the declarations
  std::vector<CallText> outputs;   // by result; none: `missing` says why
  std::string missing;
};

struct FunctionTexts {
  std::vector<DeclaredText> declarations;
  std::map<std::uint32_t, CallTexts> calls;  // by function of the graph
};

}  // namespace daedalus
