// Stage 5: the equations of the text become scalar equations and assertions; loops are unrolled, branches
// chosen or merged.
#pragma once

#include <span>
#include <vector>

#include "daedalus/language/semantics/flat_equations.h"

namespace daedalus::semantics {

// The place of a list of equations: the text, and the visible iteration variables.
struct EquationScope {
  Context& context;
  TextScope text;
  Mode mode = Mode::kSymbolic;  // or kCheck: looks for mistakes and makes nothing
  bool is_conditional = false;  // as in Purpose
  Place place = Place::kEquation;
  bool at_tick = false;           // in the body of a when-clause with a clock
  bool is_chosen_in_run = false;  // in a branch of an if-equation whose condition varies

  const syntax::Tree& tree() const { return text.tree; }
  // The name of the component to which the equations belong.
  ScalarName Instance() const { return {context.tree[text.node].path, context.tree[text.node].element}; }
  bool IsCheck() const { return mode == Mode::kCheck; }
  // The walk over one of the expressions; it must not live longer than the scope.
  Lowering MakeLowering() {
    return Lowering{
        context, text, {.mode = mode, .is_conditional = is_conditional, .place = place, .at_tick = at_tick}};
  }
  // The walk over an expression whose value is needed now; `what` names the use.
  Lowering MakeStructural(std::string_view what) {
    const Mode structural = IsCheck() ? Mode::kCheck : Mode::kStructural;
    return Lowering{context,
                    text,
                    {.mode = structural,
                     .limit = Variability::kParameter,
                     .what = what,
                     .is_conditional = is_conditional,
                     .is_by_declaration = true}};
  }
};

void LowerEquations(EquationScope& scope, std::span<const syntax::Equation> equations, FlatEquations& out);

// Adds all sections of one part of the class of the instance to the System.
void LowerSections(Context& context, NodeId node, std::uint32_t part);

}  // namespace daedalus::semantics
