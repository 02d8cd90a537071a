// The flat Modelica text of the functions that a System calls: their declarations, and those of everything
// that they use, so that the text is a complete model. semantics/functions/call_texts.h makes it from the
// functions' own text, on request. Only the needed declarations are printed.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/system/expr/graph.h"
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
      inputs;  // by operand; nullopt if the declaration contains the value, which is not written then
  std::vector<std::string> names;  // of these inputs in the declarations
  std::vector<CallText> outputs;   // by result; empty: `missing` says why
  std::string missing;
};

struct FunctionTexts {
  std::vector<DeclaredText> declarations;
  std::map<std::uint32_t, CallTexts> calls;  // by function of the graph
};

}  // namespace daedalus
