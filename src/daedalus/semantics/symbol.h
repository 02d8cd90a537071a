// The components of a model, and everything we find out about them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/semantics/value.h"
#include "daedalus/syntax/tree.h"

namespace daedalus::semantics {

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

// `each final name = expression` in the modification of a component.
struct AttributeModifier {
  syntax::ExpressionId expression;  // invalid: not given
  Span span;
  bool is_each = false;
  bool is_final = false;
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
};

struct SymbolTag;
using SymbolId = Id<SymbolTag>;

struct Symbol {
  // From the text.
  syntax::NameId name;
  Span name_span;
  Span span;  // of the declaration
  Type type;
  Variability variability = Variability::kContinuous;
  Causality causality = Causality::kLocal;
  bool is_final = false;
  std::vector<syntax::ExpressionId> dimensions;
  std::vector<Type> index_types;  // of the subscripts, by dimension; empty when all are Integer
  syntax::ExpressionId binding;   // invalid: none
  std::array<AttributeModifier, kNumAttributes> attributes;
  std::string description;
  std::vector<ValueOverride> overrides;

  // Found out in the order of dependencies (evaluate.h).
  bool has_dims = false;
  bool is_being_sized = false;  // its dimensions are just being found
  Dims dims;                    // while they are: those before the present one
  Value value;  // of constants and parameters, elements unknown where there is none; kError after a mistake
  bool is_structural = false;
  bool is_free = false;  // fixed = false
  Role role = Role::kVariable;

  // Elements have consecutive ids from here, the last subscript running fastest.
  VariableId first_variable;
  ParameterId first_parameter;

  bool IsVariable() const { return variability == Variability::kContinuous; }
  // The command line gives a parameter its whole value, so that its binding does not count.
  bool IsOverridden() const {
    if (IsVariable()) return false;
    return std::any_of(overrides.begin(), overrides.end(),
                       [](const auto& o) { return o.subscripts.empty(); });
  }
  const AttributeModifier& operator[](Attribute a) const { return attributes[static_cast<std::size_t>(a)]; }
  AttributeModifier& operator[](Attribute a) { return attributes[static_cast<std::size_t>(a)]; }
};

// What a reference of the text means. A reference means the same in every iteration of a loop, so it is
// looked up once.
struct Meaning {
  enum class Kind : std::uint8_t {
    kUnresolved,
    kError,
    kSymbol,
    kLoopIndex,
    kTime,
    kType,
    kLiteral,
    kBuiltin
  };
  Kind kind = Kind::kUnresolved;
  Type type = {};           // kType; kLiteral: of which enumeration
  std::uint32_t index = 0;  // of the symbol, loop slot, enumeration literal (from 1), built-in function
};

class SymbolTable {
 public:
  // The symbol that had the name before, or an invalid id when it is new.
  SymbolId Add(Symbol symbol) {
    const auto [at, is_new] = by_name_.try_emplace(symbol.name, SymbolId(symbols_.size()));
    if (!is_new) return at->second;
    symbols_.Add(std::move(symbol));
    return {};
  }
  SymbolId Find(syntax::NameId name) const {
    const auto at = by_name_.find(name);
    return at == by_name_.end() ? SymbolId() : at->second;
  }
  Symbol& operator[](SymbolId id) { return symbols_[id]; }
  const Symbol& operator[](SymbolId id) const { return symbols_[id]; }
  std::size_t size() const { return symbols_.size(); }
  auto begin() { return symbols_.begin(); }
  auto end() { return symbols_.end(); }
  auto begin() const { return symbols_.begin(); }
  auto end() const { return symbols_.end(); }

 private:
  IdVector<SymbolId, Symbol> symbols_;
  std::unordered_map<syntax::NameId, SymbolId> by_name_;
};

}  // namespace daedalus::semantics
