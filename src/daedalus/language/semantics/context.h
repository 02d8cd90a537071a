// Data that the stages of one flattening share.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "daedalus/base/interner.h"
#include "daedalus/language/scope/env_table.h"
#include "daedalus/language/semantics/connections/connection_state.h"
#include "daedalus/language/semantics/events/clock_state.h"
#include "daedalus/language/semantics/events/event_state.h"
#include "daedalus/language/semantics/expressions/string_store.h"
#include "daedalus/language/semantics/expressions/unit_state.h"
#include "daedalus/language/semantics/expressions/value.h"
#include "daedalus/language/semantics/functions/function_state.h"
#include "daedalus/language/semantics/instances/instance_tree.h"
#include "daedalus/language/semantics/instances/meaning.h"
#include "daedalus/language/semantics/instances/type_table.h"
#include "daedalus/language/semantics/reporter.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/system.h"

namespace daedalus::semantics {

// An expression in its instance, and how it is read: the mode, the limit, and what is noted during reading.
struct SharedKey {
  const syntax::Tree* tree = nullptr;
  syntax::ExpressionId expression;
  std::vector<syntax::NameId> names;  // behind it (narrow_binding.h)
  NodeId node;
  std::uint8_t mode = 0, limit = 0;
  bool notes_size = false, notes_free = false, notes_assertions = false;
  friend auto operator<=>(const SharedKey&, const SharedKey&) = default;
};

struct SharedValue {
  Value value;
  bool is_too_large = false, depends_on_free = false;  // as in Lowering
};

// A Declaration without attributes is the same for all components that one member of a class makes.
struct SharedDeclaration {
  Type type;
  Causality causality = Causality::kLocal;
  DeclarationId id;
};

// What is the same in many instances, and read once.
struct Shared {
  std::unordered_map<std::uint64_t, SharedDeclaration> declarations;  // by class and member
  std::map<SharedKey, SharedValue> values;  // of modifiers that records and arrays of components take apart
  std::unordered_set<const scope::Modifier*> checked_modifiers;
};

// What was looked up before.
struct Lookups {
  MeaningTable meanings;
  std::map<std::pair<scope::EnvId, NodeId>, NodeId>
      packages;  // by class, and by the enclosing instance if that matters
  std::unordered_map<std::uint64_t, std::pair<Dims, PathId>> paths;  // by path and name, see PathOf
};

// The types that classes were found to be, and as what the System has them.
struct KnownTypes {
  std::map<scope::EnvId, Type> of_class;
  std::unordered_map<std::uint32_t, Type> of_literals;  // by the class that lists the literals
  std::map<TypeId, EnumerationId> flat;                 // enumerations that variables have
  EnumerationId flat_string;                            // the same for String
};

// For der() of expressions, and of derivatives (derivatives.h).
struct DerivativeState {
  expr::Differentiator differentiator;
  std::unordered_map<VariableId, VariableId> variables = {};
};

struct Context {
  Context(library::ClassStore& store, System& the_system);

  System& system;
  Reporter reporter;
  mutable scope::EnvTable envs;  // grows with the questions
  InstanceTree tree;
  TypeTable types;
  KnownTypes known_types;
  StringStore strings;
  Lookups lookups;
  Shared shared;
  std::array<syntax::NameId, kNumAttributes> attribute_names;
  FunctionState functions;
  ConnectionState connections;
  EventState events;
  ClockState clocks;
  UnitState units;
  expr::ParameterId homotopy;  // the common lambda of all calls; invalid: there is none yet
  std::map<std::string, std::vector<ValueOverride>>
      overrides;                  // by name; a symbol takes its own when it is made
  std::vector<SymbolId> pending;  // declarations that are being sized or evaluated, innermost last
  DerivativeState derivatives;
  expr::LeafCollector leaves;

  // The graph in which expressions are built: that of the System, or that of a routine while one is being
  // made.
  expr::Graph& graph() { return functions.graph != nullptr ? *functions.graph : system.graph; }
  std::string_view Text(syntax::NameId name) const { return envs.Text(name); }
  // "r[2].v", or the same with the name of its package.
  std::string NameOf(const Symbol& symbol) const;
  // "Real[3]", "Integer", for messages.
  std::string TypeText(Type type, const Dims& dims) const {
    return fmt::format("{}{}", types.Name(type), ToString(dims));
  }
  std::string TypeText(const Value& value) const { return TypeText(value.type, value.dims); }
};

}  // namespace daedalus::semantics
