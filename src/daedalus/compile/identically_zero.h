// Which expressions are zero whatever the unknowns are, with the parameter values at hand: a capacitance `c =
// c0*f(v)` with c0 = 0, and a sum of such.
//
// An unknown is zero where an equation says so, `c = e` with e zero, and so may be others by it. What has no
// value at all (0/0, as in a formula for a branch that is never reached) counts for nothing beside a zero:
// `if b then 0 else 0/0` is zero wherever it has a value. Who leaves a term out because of that must keep the
// equation of the factor itself, which then tells of the missing value.
//
// Each expression is looked at once, operands and the equations of unknowns first, without recursion. An
// unknown that depends on itself is taken for one that is not zero.
#pragma once

#include <span>
#include <vector>

#include "daedalus/expr/evaluate.h"
#include "daedalus/expr/leaves.h"
#include "daedalus/expr/linearity.h"
#include "daedalus/system/system.h"

namespace daedalus::compile {

class IdenticallyZero {
 public:
  // Both outlive this object. Only expressions that are there now can be asked for; the equations may change
  // meanwhile.
  IdenticallyZero(const System& system, std::span<const double> parameters);

  bool IsZero(ExprId e) { return Ask(e) == Verdict::kZero; }
  // Without unknowns, time, or what is held: a number, once the parameters are.
  bool IsParameter(ExprId e) const {
    return e.index() < variabilities_.size() && variabilities_[e.index()] == expr::Variability::kParameter;
  }
  // The parameters because of which a zero is one. Those that an earlier call has told are left out.
  void TellReasons(ExprId zero, std::vector<ParameterId>& to);

 private:
  enum class Verdict : unsigned char { kUnasked, kAsked, kZero, kUndefined, kOther };
  Verdict Ask(ExprId e);
  Verdict VerdictOf(ExprId e) const { return verdicts_[e.index()]; }
  Verdict Judge(ExprId e);
  Verdict JudgeNumber(ExprId e);
  bool IsNumber(ExprId e) const { return variabilities_[e.index()] != expr::Variability::kContinuous; }
  // What the verdict of an expression follows from: some of its operands, or the other side of an equation.
  std::span<const ExprId> Grounds(ExprId e);

  const expr::Graph& graph_;
  const std::vector<expr::Variability> variabilities_;
  expr::Evaluator evaluator_;
  expr::LeafCollector leaves_;
  std::vector<ExprId>
      definitions_;                // per unknown: the other side of an equation that has it alone on one side
  std::vector<Verdict> verdicts_;  // by expression
  std::vector<char> is_told_;      // likewise: by TellReasons
};

}  // namespace daedalus::compile
