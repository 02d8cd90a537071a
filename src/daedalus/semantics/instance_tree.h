// The instance tree: the components of a model down to its scalars and arrays of scalars, and everything we
// find out about them.
//
// A component of a class with members is a Node; one of a predefined type (Real, Integer, ...) is a Symbol.
// An array of components is one Node with its elements below it. The constants of a package are members of
// the one Node that stands for the package; it has no parent.
//
// Nothing is made before somebody asks for it (instances.h), so that the size of one array may depend on a
// parameter of a component that stands further down in the text.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/base/stable_vector.h"
#include "daedalus/scope/env_table.h"
#include "daedalus/semantics/value.h"
#include "daedalus/syntax/tree.h"

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

// One modification of a component. The layers of a component stand from the outermost to the innermost, and
// the first that has something to say wins. `scope` of its node says in whose text it was written.
struct Layer {
  const scope::Modifier* node = nullptr;
  // Which element of its value is meant, where arrays of components were taken apart on the way here.
  std::vector<std::int64_t> subscripts;
  // The node gives a value to a record around the component; this is the way from there to the component.
  std::vector<syntax::NameId> fields;
};

// An expression in the text where it was written.
struct Binding {
  const syntax::Tree* tree = nullptr;
  syntax::ExpressionId expression;  // invalid: there is none
  scope::Scope scope;
  NodeId node;                   // from which the instance of `scope` is looked for, upwards
  const Layer* layer = nullptr;  // for subscripts and fields; null: as it stands
  Span span;                     // of the modifier
  bool is_each = false;
  bool is_final = false;

  bool IsValid() const { return expression.IsValid(); }
};

// What the command line sets: one element, or (without subscripts) all. The text is read when type and
// dimensions are known.
struct ValueOverride {
  std::vector<std::int64_t> subscripts;  // from 1
  std::string name;
  std::string text;
};

// What a symbol is in the System.
enum class Role : std::uint8_t {
  kEvaluated,  // constant; also every String and enumeration
  kParameter,
  kVariable,  // also a parameter with fixed = false
  kDiscrete,  // changes at events only
};

// How far something was found out; a question while it is being answered is a cycle.
enum class Progress : std::uint8_t { kUnknown, kInProgress, kDone, kFailed };

struct Symbol {
  NodeId parent;
  scope::EnvId
      declared_in;  // the class whose member it is: that of the parent, but for what was put on a bus
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
  // Its declaration has a value that may depend on parameters alone: then it is one (discrete_symbols.h).
  bool is_undecided = false;
  bool is_unchanging = false;  // such a one, decided: a parameter now, a variable to connections
  bool is_assigned_in_when = false;
  std::vector<ValueOverride> overrides;

  Progress sizing = Progress::kUnknown;
  Dims dims;                      // while it is being sized: those before the present one
  std::vector<Type> index_types;  // of the subscripts, by dimension; empty when all are Integer
  Progress evaluation = Progress::kUnknown;
  Value value;  // of constants and parameters, elements unknown where there is none; kError after a mistake
  bool is_structural = false;
  bool is_evaluated = false;  // annotation(Evaluate = true): its value stands wherever its name does
  bool is_free = false;       // fixed = false
  bool takes_start = false;  // a parameter without a value: its start value stands in, with a warning (D0304)

  // Elements have consecutive ids from here, the last subscript running fastest.
  VariableId first_variable;
  DiscreteId first_discrete;
  ParameterId first_parameter;

  // Of its declaration, found at the first question (unit_check.h).
  mutable units::UnitId unit;
  mutable bool is_unit_known = false;

  bool IsVariable() const { return variability >= Variability::kDiscrete; }
  bool HasDims() const { return sizing == Progress::kDone; }
  // The command line gives a parameter its whole value, so that its binding does not count.
  bool IsOverridden() const {
    if (IsVariable()) return false;
    for (const ValueOverride& given : overrides) {
      if (given.subscripts.empty()) return true;
    }
    return false;
  }
};

// A component of a node, once it was asked for.
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
  Variability variability = Variability::kContinuous;  // of the prefix, for all that is in it
  Causality causality = Causality::kLocal;
  syntax::Connection connection = syntax::Connection::kNone;
  bool is_array = false;    // then there are `dims` and `elements`, and no children
  bool is_element = false;  // of an array, which is its parent
  bool is_package = false;
  bool is_protected = false;
  Dims dims;
  std::vector<NodeId> elements;  // the last subscript running fastest
  std::vector<Child> children;   // by member of the environment
  PathId path;                   // its name in the System
  std::uint32_t element = 0;     // within the arrays of that path
};

// What connections have put on a bus (Modelica 3.6, section 9.1.3), and the inner components that a model
// needs and does not declare (section 5.4). It stands beside the children, because those are numbered by the
// members of the class, which all buses of the class share whatever is on them.
struct AddedMember {
  syntax::NameId name;
  Child child;
};

struct InstanceTree {
  StableVector<Node> nodes;
  StableVector<Symbol> symbols;
  std::unordered_map<std::uint32_t, std::vector<AddedMember>> added;  // by node: few nodes are buses

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
