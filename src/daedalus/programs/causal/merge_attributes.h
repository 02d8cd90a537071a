// What becomes of the attributes when several variables turn out to be one.
//
//   start, fixed   fixed if one of them is. A fixed start value wins; two that differ are an error (D0322).
//                  Else the kept variable's own start value, else the first that another one gives.
//   min, max       the intersection; empty: a warning
//   nominal, unit  the kept variable's own, else the first that another one gives; two units: a warning
//   stateSelect    the strongest preference; `always` against `never`: a warning (all D0323)
//
// With removed = -kept, start values change their sign, and a maximum becomes a minimum.
//
// Start values and bounds are expressions over parameters. Where equal ids or numbers do not decide, they are
// compared by value, with the parameters as they are. Values that differ by rounding alone are equal.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/system.h"

namespace daedalus::causal {

// The stateSelect of two variables that are equal; nullopt if theirs exclude each other.
std::optional<StateSelect> MergeStateSelect(StateSelect a, StateSelect b);

// Values of expressions over parameters. The parameters are evaluated when they are first needed.
class ParameterExpressions {
 public:
  explicit ParameterExpressions(const System& system) : system_(system), evaluator_(system.graph) {}

  // nullopt if the parameters have no values; errors() has the reason.
  std::optional<double> Value(ExprId e);
  std::vector<Diagnostic>& errors() { return errors_; }

 private:
  const System& system_;
  expr::Evaluator evaluator_;
  std::optional<std::vector<double>> parameters_;
  std::vector<Diagnostic> errors_;
};

class AttributeMerger {
 public:
  // Warnings go to `warnings`. An array of variables gives one message, not one for each element.
  AttributeMerger(System& system, Diagnostics& warnings);

  // removed = sign * kept. The order of calls is the order in which attributes are looked for.
  void Merge(VariableId kept, VariableId removed, int sign);
  // `equation` states removed = value, an expression over parameters.
  void MergeConstant(VariableId removed, ExprId value, EquationId equation);

  std::vector<Diagnostic> TakeErrors();

 private:
  void MergeStart(VariableId kept, VariableId removed, int sign);
  void MergeBounds(VariableId kept, VariableId removed, int sign);
  void MergeDeclaration(VariableId kept, VariableId removed);
  void WarnOfDeclaration(VariableId kept, VariableId removed);
  bool AreEqual(ExprId a, ExprId b);
  // Whether this is the first message of the kind about the declarations of these two.
  bool IsFirst(std::string_view kind, VariableId kept, VariableId removed);
  ExprId SignedStart(VariableId v, int sign);
  const Declaration& DeclarationOf(VariableId v) const;

  System& system_;
  Diagnostics& warnings_;
  Diagnostics errors_;
  ParameterExpressions values_;
  IdVector<VariableId, VariableId> fixed_by_;  // per kept variable: whose start value is the fixed one
  std::set<std::tuple<std::string_view, DeclarationId, DeclarationId>> reported_;
  // Declarations that were made here, by their original, the stateSelect and the declaration of the unit.
  std::map<std::tuple<DeclarationId, StateSelect, DeclarationId>, DeclarationId> merged_;
};

}  // namespace daedalus::causal
