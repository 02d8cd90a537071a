// The data of `daedalus analyze`: a model as it was given, what was done to it on the way to an executable
// order, and that order.
//
// 1. Aliases are removed (causal/alias_removal.h), unless they are to be kept.
// 2. Equations whose structure lies are combined (causal/structure_conversion.h).
// 3. The index is reduced (prepare_model.h), with the states chosen at the start values. Reduction makes new
//    aliases, which go as well.
// 4. On request the integrator is inlined: what is analysed then is one step of it
//    (causal/inline_integration.h).
// 5. Blocks, tearing, methods (causal/build_program.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/causal/alias_removal.h"
#include "daedalus/programs/causal/analysis.h"
#include "daedalus/programs/causal/build_program.h"
#include "daedalus/programs/causal/structure_conversion.h"
#include "daedalus/programs/inlined/methods.h"
#include "daedalus/system/system.h"

namespace daedalus::analyze {

struct StructureOptions {
  bool keep_aliases = false;
  causal::TearingAlgorithm tearing = causal::TearingAlgorithm::kGreedy;
  std::optional<causal::BlockMethod> loops = std::nullopt;  // how they are solved; else the cheapest way
  std::optional<inlined::Method> inlined = std::nullopt;
};

// An equation that index reduction has differentiated.
struct DifferentiatedEquation {
  EquationId given;  // as it was written
  std::string text;  // in the terms it was differentiated in, aliases removed
  Span span;
  std::uint32_t times = 0;
  std::string reason;
};

struct StructureExplanation {
  std::shared_ptr<const System> given;  // as it was written
  std::vector<causal::Alias> aliases;   // in the terms of analysis.system
  int structural_index = 0;             // without the aliases
  causal::ConversionReport conversion;  // of equations whose structure lied
  std::vector<DifferentiatedEquation> differentiated;
  std::vector<std::string> dummy_derivatives;
  causal::Analysis analysis;  // of what is left
  // Equations such as der(phi) = 'der(phi)', which reduction adds where a derivative becomes a state itself.
  // They say that a state is the integral of another; the textbook does not write them down, and they do not
  // count as equations to solve.
  std::size_t num_integrators = 0;
  // Equations that the two causalization rules of Cellier & Kofman 7.2 leave (structure/causalize.h). Where
  // the text speaks of a loop it means these; the blocks are minimal and may be smaller.
  std::size_t core_equations = 0;
  std::optional<inlined::Method> inlined;

  std::size_t num_equations() const { return analysis.system.equations.size() - num_integrators; }
  std::size_t num_unknowns() const { return analysis.system.variables.size() - num_integrators; }
};

// Fails as the steps do. Warnings go to `diagnostics`.
Result<StructureExplanation> ExplainStructure(System system, const StructureOptions& options,
                                              Diagnostics& diagnostics);

// The equation of the given system that this one was made of; invalid: of none.
EquationId GivenEquationOf(const System& system, const Equation& equation);

}  // namespace daedalus::analyze
