// if c then a else b.
//
// A condition that is known now decides here, and excluded branches are not read: `if i > 1 then x[i - 1]
// else x0` must be possible. A condition of parameters stays in the expression, so that they can be changed.
// But the branch that is not taken may make no sense with the present sizes, or may be impossible to choose
// during the run. Then the parameters become structural.
#include <algorithm>
#include <utility>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/functions/assert_later.h"
#include "daedalus/language/semantics/functions/choose_in_routine.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;

struct ValueBranch {
  ExpressionId condition_id;
  std::optional<Value> condition;  // nullopt: taken if no earlier branch is
  std::optional<bool> is_true;     // the condition, with the present parameter values
  bool is_dead = false;            // not taken with the present parameter values
  bool is_found_at_start = false;  // its value depends on what an initial equation gives
  Value value;
};

std::optional<bool> DecidedNow(Lowering& l, ExpressionId id) {
  const Mode outer = std::exchange(l.purpose.mode, Mode::kProbe);
  const Value value = Lower(l, id);
  l.purpose.mode = outer;
  if (value.IsError() || !value.scalar.IsConstant()) return std::nullopt;
  return value.scalar.number != 0.0;
}

Value LowerBranchValue(Lowering& l, ExpressionId id, ValueBranch& branch) {
  if (!branch.is_dead) return Lower(l, id);
  const Reporter::Unused unused(l.context.reporter);
  bool* const outer = std::exchange(l.depends_on_free, &branch.is_found_at_start);
  Value value = Lower(l, id);
  l.depends_on_free = outer;
  return value;
}

// The branches that are not excluded by what is known now; empty after an error.
std::optional<std::vector<ValueBranch>> LowerBranches(Lowering& l, const syntax::Expression& e) {
  std::vector<ValueBranch> branches;
  std::vector<Scalar>& path = l.context.functions.path;
  const std::size_t depth = path.size();
  const bool was_conditional = l.purpose.is_conditional;
  bool ok = true, is_rest_dead = false;
  for (const syntax::ExpressionBranch& source : l.tree().Branches(e)) {
    ValueBranch& branch =
        branches.emplace_back(ValueBranch{source.condition, {}, {}, is_rest_dead, false, {}});
    bool is_last = !source.condition.IsValid();
    if (!is_last) {
      branch.condition = LowerCondition(l, source.condition);
      ok = ok && branch.condition;
      if (branch.condition && branch.condition->scalar.IsConstant()) {
        if (branch.condition->scalar.number == 0.0) {
          branches.pop_back();
          continue;
        }
        branch.condition.reset();
        is_last = true;
      }
    }
    if (branch.condition && branch.condition->variability <= Variability::kParameter) {
      l.purpose.is_conditional = true;
      // In a function the variables of a call decide, not parameters of the model.
      const bool is_of_model = l.scope.frame == nullptr || l.scope.frame->is_section;
      if (l.purpose.mode == Mode::kSymbolic && is_of_model) branch.is_true = DecidedNow(l, source.condition);
      branch.is_dead = is_rest_dead || (branch.is_true && !*branch.is_true);
      is_rest_dead = is_rest_dead || (branch.is_true && *branch.is_true);
    }
    if (branch.condition) path.push_back(branch.condition->scalar);
    const int guards = path.size() > depth && l.scope.frame != nullptr ? 1 : 0;
    l.context.functions.progress.num_guards += guards;
    branch.value = LowerBranchValue(l, source.value, branch);
    l.context.functions.progress.num_guards -= guards;
    if (branch.condition) path.back() = Opposite(path.back());  // for the branches after it
    ok = ok && (branch.is_dead || !branch.value.IsError());
    if (is_last) break;
  }
  path.resize(depth);
  l.purpose.is_conditional = was_conditional;
  if (!ok) return std::nullopt;
  return branches;
}

// True if some branch that is not taken is not compatible with the one that is, or if it would make a
// parameter depend on a value that is found only at the start.
bool MustDecide(const Lowering& l, std::span<const ValueBranch> branches) {
  const bool is_of_parameter = l.purpose.limit <= Variability::kParameter;
  const auto live =
      std::find_if(branches.begin(), branches.end(), [](const ValueBranch& b) { return !b.is_dead; });
  return std::any_of(branches.begin(), branches.end(), [&](const ValueBranch& b) {
    const Type type = l.types().Unify(b.value.type, live->value.type);
    const bool is_decided =
        type == BaseType::kString || (type != BaseType::kError && !CanBeChosen(l, b.value, live->value));
    return b.is_dead && (b.value.IsError() || is_decided || (is_of_parameter && b.is_found_at_start));
  });
}

// Leaves out branches that are not taken. The parameters that decide this become structural.
void Decide(Lowering& l, std::vector<ValueBranch>& branches) {
  for (ValueBranch& branch : branches) {
    if (!branch.is_true) continue;
    LowerStructural(l, branch.condition_id, "the condition of an if-expression");
    if (*branch.is_true) branch.condition.reset();
  }
  std::erase_if(branches, [](const ValueBranch& b) { return b.is_dead; });
}

}  // namespace

Value LowerIf(Lowering& l, const syntax::Expression& e) {
  if (l.writer() != nullptr && l.purpose.mode == Mode::kSymbolic) {
    return LowerIfInRoutine(l, l.tree().Branches(e), l.tree().SpanOf(e));
  }
  auto branches = LowerBranches(l, e);
  if (!branches) return {};
  if (MustDecide(l, *branches)) Decide(l, *branches);
  Value result = std::move(branches->back().value);
  for (std::size_t i = branches->size() - 1; i-- > 0;) {
    const ValueBranch& branch = (*branches)[i];
    CheckBranches(l, branch.value, result, l.tree().SpanOf(e));
    result = ChooseValue(l, *branch.condition, branch.value, result, l.tree().SpanOf(e));
    if (result.IsError()) return {};
  }
  return result;
}

}  // namespace daedalus::semantics
