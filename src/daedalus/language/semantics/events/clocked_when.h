// when clock then ... end when: ordinary equations whose variables have that clock (Modelica 3.6, section
// 16.6).
#pragma once

#include "daedalus/language/semantics/lower_equation.h"

namespace daedalus::semantics {

bool IsClockedWhen(EquationScope& scope, const syntax::Equation& equation);

// False after a reported mistake.
bool LowerClockedWhen(EquationScope& scope, const syntax::Equation& equation, FlatEquations& out);

}  // namespace daedalus::semantics
