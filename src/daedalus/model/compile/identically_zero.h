// Finds expressions that are zero for all values of the unknowns, with the present parameter values: for
// example a capacitance `c = c0*f(v)` with c0 = 0, and a sum of such terms.
//
// An unknown is zero if an equation says so: `c = e` with e zero. Others may be zero because of it. An
// expression without any value (0/0, as in a formula for a branch that is never reached) does not matter
// beside a zero: `if b then 0 else 0/0` is zero wherever it has a value. If a term is removed for this
// reason, the equation of the factor itself must stay, since it reports the missing value.
//
// Each expression is visited once, after its operands and the equations of its unknowns, without recursion.
// An unknown that depends on itself counts as not zero.
#pragma once

#include <span>
#include <vector>

#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/linearity.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

class IdenticallyZero {
 public:
  // Both arguments outlive this object. Only expressions that exist now can be asked for; the equations may
  // change meanwhile.
  IdenticallyZero(const System& system, std::span<const double> parameters);

  bool IsZero(ExprId e) { return Ask(e) == Verdict::kZero; }
  // True for expressions without unknowns, time or held values: they are numbers once the parameters are
  // known.
  bool IsParameter(ExprId e) const {
    return e.index() < variabilities_.size() && variabilities_[e.index()] == expr::Variability::kParameter;
  }
  // Adds the parameters that make this expression zero, except those that an earlier call has added.
  void TellReasons(ExprId zero, std::vector<ParameterId>& to);

 private:
  enum class Verdict : unsigned char { kUnasked, kAsked, kZero, kUndefined, kOther };
  Verdict Ask(ExprId e);
  Verdict VerdictOf(ExprId e) const { return verdicts_[e.index()]; }
  Verdict Judge(ExprId e);
  Verdict JudgeNumber(ExprId e);
  bool IsNumber(ExprId e) const { return variabilities_[e.index()] != expr::Variability::kContinuous; }
  // The expressions from which a verdict follows: some operands, or the other side of an equation.
  std::span<const ExprId> Grounds(ExprId e);

  const expr::Graph& graph_;
  const std::vector<expr::Variability> variabilities_;
  expr::Evaluator evaluator_;
  expr::LeafCollector leaves_;
  std::vector<ExprId>
      // for each unknown: the other side of an equation that has it alone on one side
      definitions_;
  std::vector<Verdict> verdicts_;  // by expression
  std::vector<char> is_told_;      // by expression: already added by TellReasons
};

}  // namespace daedalus::compile
