// Stage 5: the equations of the text become scalar equations and assertions; loops are unrolled, branches
// chosen or merged.
#pragma once

#include <span>
#include <vector>

#include "daedalus/semantics/flat_equations.h"

namespace daedalus::semantics {

// Where a list of equations stands: in which text, and which iteration variables are visible there.
struct EquationScope {
  Context& context;
  TextScope text;
  Mode mode = Mode::kSymbolic;  // or kCheck: mistakes are looked for, and nothing is made
  bool is_conditional = false;  // as in Purpose
  Place place = Place::kEquation;
  bool at_tick = false;           // in the body of a when-clause with a clock
  bool is_chosen_in_run = false;  // in a branch of an if-equation whose condition varies

  const syntax::Tree& tree() const { return text.tree; }
  // The name of the component to which the equations belong.
  ScalarName Instance() const { return {context.tree[text.node].path, context.tree[text.node].element}; }
  bool IsCheck() const { return mode == Mode::kCheck; }
  // The walk over one of the expressions; it must not outlive the scope.
  Lowering MakeLowering() {
    return Lowering{
        context, text, {.mode = mode, .is_conditional = is_conditional, .place = place, .at_tick = at_tick}};
  }
  // Over one whose value is needed now; `what` names the use.
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

// All sections of one part of the class of the instance, into the System.
void LowerSections(Context& context, NodeId node, std::uint32_t part);

}  // namespace daedalus::semantics
