// From any index to index 1: the constraints are differentiated, and some derivatives become algebraic
// unknowns.
//
// Pantelides finds which equations are to be differentiated and how often (structure/pantelides.h), once and
// before any choice is made. The dummy derivatives decide which derivatives the integrator integrates
// (structure/dummy_derivatives.h). Here both are applied to expressions. The result is again a System, with
// the given equations and their derivatives, so the later stages need no change (write_reduced.h).
//
// Which candidates become dummies is decided by numerical pivoting at a point (choice_matrix.h): at first the
// start values, and later the current values of the run, when a choice has become ill-conditioned. Where
// numbers do not decide, structure does.
//
// Constraints can be kept by other means (ConstraintTreatment). Then their lower derivatives add no dummies,
// and all related variables stay states. No choice is made that could become ill-conditioned, but the
// equations do not keep a method from drifting away from the constraints. Linear constraints with constant
// coefficients always have dummies: their choice never becomes ill-conditioned.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/causal/pivot_selector.h"
#include "daedalus/programs/causal/write_reduced.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

struct Differentiated {
  EquationId equation;  // of the given system, whose equations come first in the reduced one
  std::uint32_t times = 0;
};

// The treatment of constraints, except linear ones with constant coefficients.
enum class ConstraintTreatment {
  kDummies,        // it determines one of its unknowns
  kDifferentiate,  // its highest derivative takes its place, and it becomes an invariant, as its other
                   // derivatives
  kBaumgarte,      // the same, with Baumgarte's stabilisation (write_reduced.h)
};

struct ReductionOptions {
  ConstraintTreatment constraints = ConstraintTreatment::kDummies;
  double rate = 0;  // of the stabilisation
  // Algebraic variables that are to be states: equations are differentiated until their derivatives occur
  // (compile/preferred_states.h).
  std::vector<VariableId> also_states = {};
};

struct ReducedSystem {
  System system;
  int structural_index = 0;                    // of the given system
  std::vector<Differentiated> differentiated;  // in the order of the equations
  std::vector<std::string> states;
  std::vector<std::string> dummy_derivatives;
  structure::PerColumn<Quantity> places;  // of each column of the reduction
};

class IndexReduction {
 public:
  // Fails where the system is structurally singular (D0310).
  static Result<std::unique_ptr<IndexReduction>> Make(System given, const ReductionOptions& options = {});
  IndexReduction(const IndexReduction&) = delete;
  IndexReduction& operator=(const IndexReduction&) = delete;

  const System& given() const { return given_; }
  const DerivativeColumns& columns() const { return columns_; }
  int structural_index() const { return static_cast<int>(reduced_.structural_index); }
  const std::vector<Differentiated>& differentiated() const { return differentiated_; }
  // Whether there are constraints that are not kept by dummy derivatives.
  bool has_invariants() const { return !kept_.is_kept.empty(); }
  // Whether some constraint is not linear with constant coefficients.
  bool HasNonlinearConstraints();

  // If the numbers give no regular choice on some level, structure alone decides. If structure gives none
  // either, the error D0565 names the equations and candidates.
  Result<structure::StateSelection> Select(const PivotPoint& point);
  // The choice with these dummy derivatives, which was made before. nullopt if they are none of this model.
  std::optional<structure::StateSelection> SelectAgain(const std::vector<structure::ColumnId>& dummies);
  // The matrices by which the choices of a selection were made, and by which they can be watched. Their
  // entries are expressions of given().
  std::vector<ChoiceMatrix> MatricesOf(const structure::StateSelection& selection);
  ReducedSystem Write(const structure::StateSelection& selection) const;

 private:
  IndexReduction(System given, std::span<const VariableId> also_states);
  void FindKept();
  structure::StateSelectionOptions SelectionOptions(structure::DummySelector& selector) const;
  bool IsLinear(EquationId e, expr::LeafCollector& collector);

  System given_;
  DerivativeColumns columns_;
  expr::Differentiator differentiator_;
  structure::PantelidesResult reduced_;
  std::vector<Differentiated> differentiated_;
  KeptConstraints kept_;
};

// All at once, for those who choose once.
Result<ReducedSystem> ReduceIndex(System system, const PivotPoint& point);

}  // namespace daedalus::causal
