// The instance tree: the components of a model down to its scalars and arrays of scalars, and everything that
// is found out about them.
//
// A component of a class with members is a Node; one of a predefined type (Real, Integer, ...) is a Symbol.
// An array of components is one Node with its elements below it. The constants of a package are members of
// the one Node for the package, which has no parent.
//
// Everything is made when it is first needed (instances.h). So the size of one array may depend on a
// parameter of a component further down in the text.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/base/stable_vector.h"
#include "daedalus/language/scope/env_table.h"
#include "daedalus/language/semantics/expressions/value.h"
#include "daedalus/language/syntax/tree.h"

namespace daedalus::semantics {

struct NodeTag;
using NodeId = Id<NodeTag>;
struct SymbolTag;
using SymbolId = Id<SymbolTag>;

// The attributes of the predefined types (Modelica 3.6, section 4.8).
enum class Attribute : std::uint8_t {
  kQuantity,
  kUnit,
  kDisplayUnit,
  kMin,
  kMax,
  kStart,
  kFixed,
  kNominal,
  kUnbounded,
  kStateSelect,
};
inline constexpr int kNumAttributes = 10;

// One modification of a component. Layers are ordered from the outermost to the innermost; the first one that
// gives a value counts. `scope` of its node tells in whose text it was written.
struct Layer {
  const scope::Modifier* node = nullptr;
  // The selected element of its value, if arrays of components were split on the way here.
  std::vector<std::int64_t> subscripts;
  // If the node gives a value to an enclosing record: the path from there to the component.
  std::vector<syntax::NameId> fields;
};

// An expression in the text where it was written.
struct Binding {
  const syntax::Tree* tree = nullptr;
  syntax::ExpressionId expression;  // invalid: there is none
  scope::Scope scope;
  NodeId node;                   // the instance of `scope` is searched from here upwards
  const Layer* layer = nullptr;  // for subscripts and fields; null: none
  Span span;                     // of the modifier
  bool is_each = false;
  bool is_final = false;

  bool IsValid() const { return expression.IsValid(); }
};

// A setting of the command line: one element, or (without subscripts) all. The text is read when type and
// dimensions are known.
struct ValueOverride {
  std::vector<std::int64_t> subscripts;  // from 1
  std::string name;
  std::string text;
};

// The kind of a symbol in the System.
enum class Role : std::uint8_t {
  kEvaluated,  // constant; always so for Strings and enumerations
  kParameter,
  kVariable,  // also a parameter with fixed = false
  kDiscrete,  // changes only at events
};

// How far something has been found out. A question that meets itself while it is being answered is a cycle.
enum class Progress : std::uint8_t { kUnknown, kInProgress, kDone, kFailed };

struct Symbol {
  NodeId parent;
  scope::EnvId
      // the class of which it is a member: that of the parent, except for members added to a bus
      declared_in;
  std::uint32_t member = 0;  // of that class
  scope::EnvId env;          // of its type
  std::vector<Layer> layers;
  syntax::NameId name;
  Span name_span;
  Span span;  // of the declaration
  Type type;
  Variability variability = Variability::kContinuous;
  Causality causality = Causality::kLocal;
  syntax::Connection connection = syntax::Connection::kNone;
  bool is_final = false;
  bool is_protected = false;
  Role role = Role::kVariable;
  // Its declaration has a value that may depend on parameters alone; then it is a parameter
  // (discrete_symbols.h).
  bool is_undecided = false;
  bool is_unchanging = false;  // decided: it is a parameter now, but a variable for connections
  bool is_assigned_in_when = false;
  std::vector<ValueOverride> overrides;

  Progress sizing = Progress::kUnknown;
  Dims dims;                      // while it is being sized: those before the present one
  std::vector<Type> index_types;  // of the subscripts, by dimension; empty if all are Integer
  Progress evaluation = Progress::kUnknown;
  Value value;  // of constants and parameters; elements without a value are unknown; kError after a mistake
  bool is_structural = false;
  bool is_evaluated = false;  // annotation(Evaluate = true): its value replaces its name
  bool is_free = false;       // fixed = false
  bool takes_start = false;   // a parameter without a value uses its start value, with a warning (D0304)

  // The ids of elements are consecutive from here, the last subscript running fastest.
  VariableId first_variable;
  DiscreteId first_discrete;
  ParameterId first_parameter;

  // The unit of its declaration, found when first needed (unit_check.h).
  mutable units::UnitId unit;
  mutable bool is_unit_known = false;

  bool IsVariable() const { return variability >= Variability::kDiscrete; }
  bool HasDims() const { return sizing == Progress::kDone; }
  // The command line gives a parameter its whole value, so that its binding is ignored.
  bool IsOverridden() const {
    if (IsVariable()) return false;
    for (const ValueOverride& given : overrides) {
      if (given.subscripts.empty()) return true;
    }
    return false;
  }
};

// A component of a node, once it was needed.
struct Child {
  enum class Kind : std::uint8_t {
    kNew,
    kInProgress,
    kBroken,    // a mistake in its declaration was reported
    kDisabled,  // its condition is false
    kNode,
    kSymbol,
  };
  Kind kind = Kind::kNew;
  std::uint32_t id = 0;

  NodeId node() const { return NodeId(id); }
  SymbolId symbol() const { return SymbolId(id); }
};

struct Node {
  NodeId parent;             // invalid: the model itself, or a package
  std::uint32_t member = 0;  // of the parent's environment
  scope::EnvId env;
  std::vector<Layer> layers;
  Variability variability = Variability::kContinuous;  // of the prefix, for everything in it
  Causality causality = Causality::kLocal;
  syntax::Connection connection = syntax::Connection::kNone;
  bool is_array = false;    // then it has `dims` and `elements`, and no children
  bool is_element = false;  // of an array, which is its parent
  bool is_package = false;
  bool is_protected = false;
  Dims dims;
  std::vector<NodeId> elements;  // the last subscript running fastest
  std::vector<Child> children;   // by member of the environment
  PathId path;                   // its name in the System
  std::uint32_t element = 0;     // within the arrays of that path
};

// Members that connections have added to a bus (Modelica 3.6, section 9.1.3), and inner components that a
// model needs but does not declare (section 5.4). They are kept beside the children, because those are
// numbered by the members of the class. All buses of the class share these, whatever their added members are.
struct AddedMember {
  syntax::NameId name;
  Child child;
};

struct InstanceTree {
  StableVector<Node> nodes;
  StableVector<Symbol> symbols;
  std::unordered_map<std::uint32_t, std::vector<AddedMember>> added;  // by node, since few nodes are buses

  // By index, since visitors may add to what they visit.
  std::size_t NumAdded(NodeId id) const {
    const auto at = added.find(id.value);
    return at == added.end() ? 0 : at->second.size();
  }
  const AddedMember& Added(NodeId id, std::size_t i) const { return added.at(id.value)[i]; }

  Node& operator[](NodeId id) { return nodes[id.index()]; }
  const Node& operator[](NodeId id) const { return nodes[id.index()]; }
  Symbol& operator[](SymbolId id) { return symbols[id.index()]; }
  const Symbol& operator[](SymbolId id) const { return symbols[id.index()]; }
  NodeId Add(Node node) {
    nodes.push_back(std::move(node));
    return NodeId(nodes.size() - 1);
  }
  SymbolId Add(Symbol symbol) {
    symbols.push_back(std::move(symbol));
    return SymbolId(symbols.size() - 1);
  }
};

}  // namespace daedalus::semantics
