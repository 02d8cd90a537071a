// Which variables of connectors do the connect statements join, and which equations follow? (Modelica 3.6,
// 9.1.1 and 9.2.)
//
// A connector is seen from two sides: from *inside* the component that has it, where it is an *outside
// connector*, and from the model around that component, where it is an *inside connector* (9.1.2). A
// connection joins sides, so that what is connected at one level of the hierarchy stays apart from the next:
// a `Slot` is (variable, side). Two slots that a statement pairs are in one *connection set*, and sets with a
// common slot are one set (9.2). Over a set of n slots
//
//   potential       a1 = a2 = ... = an, which is n - 1 equalities                                         (1)
//   flow            the sum of +z (inside connectors) and -z (outside connectors) = 0                     (2)
//   flow            z = 0 for a slot that is in no connection: the sum over a set of one                  (3)
//   stream          no equation from here
//   parameter       as potential, to be asserted instead of solved (9.3)
//   overdetermined  as potential; each equality is an optional edge of the virtual connection graph (9.4)
//
// Which n - 1 equalities: those of the pairs that joined two sets, in the order of the statements (Kruskal's
// spanning forest). So every equality is exactly what one connect statement says, and a message can name that
// statement; statements that say something again, or connect a connector with itself, add nothing. A flow sum
// names all statements of its set.
//
// This room does not know names, types or hierarchies: slots are numbers, and the caller has split statements
// between arrays and records. Everything is ordered by first occurrence in the list of pairs. Cost: linear
// (except for the inverse of Ackermann's function).
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/system/connect/grouped.h"

namespace daedalus::connect {

using VariableIndex =
    std::uint32_t;  // of a connector: a scalar, an array or an overdetermined record taken as one
using StatementIndex = std::uint32_t;  // of a connect statement

// One side of one variable of a connector.
class Slot {
 public:
  constexpr Slot() = default;
  // The variable belongs to a connector of a component: the statement is in the model around it.
  static constexpr Slot Inside(VariableIndex variable) { return Slot(2 * variable); }
  // The variable belongs to a connector of the model in which the statement stands.
  static constexpr Slot Outside(VariableIndex variable) { return Slot(2 * variable + 1); }

  constexpr VariableIndex variable() const { return code_ / 2; }
  constexpr bool is_inside() const { return code_ % 2 == 0; }
  constexpr int sign() const { return is_inside() ? 1 : -1; }  // in the sum (2)
  constexpr std::uint32_t index() const { return code_; }      // 0 .. 2 * number of variables - 1
  friend constexpr auto operator<=>(Slot, Slot) = default;

 private:
  constexpr explicit Slot(std::uint32_t code) : code_(code) {}
  std::uint32_t code_ = 0;
};

enum class VariableKind : std::uint8_t { kPotential, kFlow, kStream, kParameter, kOverdetermined };

struct ConnectorVariable {
  VariableKind kind = VariableKind::kPotential;
  // True if a flow variable is zero (3) when nothing is connected to this side. Inside it always is, except
  // for connectors of a model that is not simulated alone. Outside it is if an expandable connector got it by
  // elaboration (9.2).
  bool zero_inside = true;
  bool zero_outside = false;
};

// A connect statement makes one pair of each two variables that correspond.
struct SlotPair {
  Slot a, b;
  StatementIndex statement = 0;
};

// a = b, because of this statement.
struct Equality {
  Slot a, b;
  StatementIndex statement = 0;
};

inline constexpr std::uint32_t kNoSet = 0xffffffff;

struct ConnectionSets {
  std::vector<VariableKind>
      kinds;              // a set each: first those of the pairs, then the unconnected flow variables
  Grouped<Slot> members;  // no slot twice
  Grouped<StatementIndex> statements;      // each once; none: an unconnected flow variable
  Grouped<Equality> equalities;            // one less than members; none in sets of flow and stream variables
  std::vector<std::uint32_t> set_of_slot;  // by Slot::index(), or kNoSet
  std::vector<std::uint32_t> mismatched;   // pairs whose variables differ in kind, left out of the sets

  std::size_t size() const { return kinds.size(); }
};

// `num_statements`: all statements of the pairs are smaller.
ConnectionSets MakeConnectionSets(std::span<const ConnectorVariable> variables,
                                  std::span<const SlotPair> pairs, std::size_t num_statements);

}  // namespace daedalus::connect
