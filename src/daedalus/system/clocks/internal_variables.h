// Discrete variables that clocks need in addition to those of the model. They are not part of the results.
#pragma once

#include <string_view>

#include "daedalus/system/system.h"

namespace daedalus::clocks {

class InternalVariables {
 public:
  explicit InternalVariables(System& system) : system_(system) {}

  DiscreteId Add(std::string_view kind, ValueType type, Span span);
  // A Real that the continuous part determines.
  VariableId AddContinuous(std::string_view kind, Variable like);
  // variable = value; the origin is invalid if no text corresponds to it
  void Define(DiscreteId variable, ExprId value, OriginId origin);

  ExprId Value(DiscreteId variable) { return system_.graph.Held(system_.hybrid.discretes[variable].value); }
  ExprId Pre(DiscreteId variable) { return system_.graph.Held(system_.hybrid.discretes[variable].pre); }
  ValueType TypeOf(DiscreteId variable) const {
    return system_.declarations[system_.hybrid.discretes[variable].declaration].type;
  }
  // Whether what is held is a Real.
  bool IsReal(const Held& held) const {
    if (held.kind == Held::Kind::kPreValue) return true;
    const bool is_variable = held.kind == Held::Kind::kDiscrete || held.kind == Held::Kind::kPre;
    return is_variable && TypeOf(DiscreteId(held.of)) == ValueType::kReal;
  }

 private:
  ScalarName NewName(std::string_view kind);

  System& system_;
  int num_names_ = 0;
};

}  // namespace daedalus::clocks
