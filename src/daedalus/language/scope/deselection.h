// Selective model extension (Modelica 3.6, section 7.4): `extends B(break f, break connect(a, b))` inherits
// neither the component f of B, nor any connection with it, nor the connection of a and b.
//
// It is a matter of texts alone: what is deselected does not depend on modifiers, conditions or values.
#pragma once

#include <memory>
#include <optional>

#include "daedalus/language/scope/class_env.h"

namespace daedalus::scope {

class EnvTable;

// What one extends clause deselects.
struct Deselection {
  struct Connection {
    std::string from, to;  // as their texts read without spaces and comments
    Span span;
  };
  struct Component {
    syntax::NameId name;
    Span span;
  };
  std::vector<Component> components;
  std::vector<Connection> connections;
};

// Null where the modification of the extends clause deselects nothing.
std::shared_ptr<const Deselection> FindDeselection(const syntax::Tree& tree, syntax::ModificationId id);

// The part whose extends clause deselects a component of that name, which `part` declares; nothing: none
// does.
std::optional<std::uint32_t> DeselectingPart(const std::vector<Part>& parts, std::uint32_t part,
                                             syntax::NameId component);

// Whether an extends clause on the way to the part deselects this connection, which stands in its text.
bool IsDeselected(const std::vector<Part>& parts, std::uint32_t part, const syntax::Tree& tree,
                  const syntax::Equation& connect);

// Reports what deselects nothing, and components of a kind that cannot be deselected.
void CheckDeselections(EnvTable& table, EnvId env);

}  // namespace daedalus::scope
