// A modification as a tree of names, each with its place in the text.
//
//   r(R = 2*p, final v(start = 1), redeclare package Medium = Water)
//
// is a node `r` with three children. A node keeps the unevaluated expression, and the Scope in which its
// names are looked up: the class that contains the text. Nodes never change and are never copied. The order
// of lookup decides which modification wins.
#pragma once

#include <deque>
#include <vector>

#include "daedalus/base/id.h"
#include "daedalus/base/source.h"
#include "daedalus/language/syntax/tree.h"

namespace daedalus::scope {

struct EnvTag;
using EnvId = Id<EnvTag>;

// A place where names are looked up: a class in its environment, and which of its parts (the class itself, or
// one of its base classes) the text belongs to.
struct Scope {
  EnvId env;  // invalid: the top
  std::uint32_t part = 0;

  friend bool operator==(const Scope&, const Scope&) = default;
};

struct Modifier {
  syntax::NameId name;
  const syntax::Tree* tree = nullptr;
  Scope scope;
  Span span;                   // of the name, or of the whole redeclaration
  Span whole;                  // with the words before it and the value
  syntax::ExpressionId value;  // invalid if none
  bool is_each = false;
  bool is_final = false;
  bool is_assignment = false;                       // `:= value`
  bool is_break = false;                            // `= break`
  const syntax::Modifier* redeclaration = nullptr;  // of kind kClass or kComponent; nullptr if none
  std::vector<const Modifier*> children;

  const Modifier* Child(syntax::NameId child) const {
    for (const Modifier* c : children) {
      if (c->name == child) return c;
    }
    return nullptr;
  }
  bool IsEmpty() const {
    return children.empty() && !value.IsValid() && redeclaration == nullptr && !is_break;
  }
};

// Owns the nodes.
class ModifierArena {
 public:
  // `break f` stands in the list of an extends clause only (section 7.4).
  enum class Of : bool { kOther, kExtends };
  // The node for a whole modification; its name is invalid. nullptr for an invalid id or an empty
  // modification.
  const Modifier* Make(const syntax::Tree& tree, syntax::ModificationId id, Scope scope, Of of = Of::kOther);
  const Modifier* Add(Modifier node) { return &nodes_.emplace_back(std::move(node)); }
  // Of each `break f` that stands elsewhere.
  const std::vector<Span>& misplaced_breaks() const { return misplaced_breaks_; }

 private:
  void AddChildren(const syntax::Tree& tree, const syntax::Modification& modification, Scope scope,
                   Modifier* parent, Of of = Of::kOther);
  Modifier* AddPath(const syntax::Tree& tree, syntax::ReferenceId name, Scope scope, Modifier* parent);

  std::deque<Modifier> nodes_;
  std::vector<Span> misplaced_breaks_;
};

}  // namespace daedalus::scope
