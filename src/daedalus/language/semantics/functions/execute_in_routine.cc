#include "daedalus/language/semantics/functions/execute_in_routine.h"

#include <algorithm>
#include <utility>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/functions/routine_writer.h"
#include "daedalus/language/semantics/functions/run_array.h"
#include "daedalus/language/semantics/functions/run_part.h"

namespace daedalus::semantics {
namespace {

using routine::Register;
using syntax::ExpressionId;
using syntax::ExpressionKind;
using syntax::Statement;
using syntax::StatementBranch;

// A loop with a known, small number of rounds and few statements is unrolled.
constexpr std::size_t kMaxWrittenOut = 64;
// The limit for a loop that must be unrolled, because its index decides about sizes.
constexpr std::size_t kMaxRounds = 10'000;

bool IsLeft(const Execution& x) {
  return IsTrue(x.returned) || IsTrue(x.broken);
}

void ForgetAll(Execution& x, std::span<const std::uint32_t> members) {
  for (const std::uint32_t member : members) x.frame.writer->Forget(x.frame.locals[member]);
}

std::size_t CountStatements(const syntax::Tree& tree, std::span<const Statement> statements) {
  std::size_t count = statements.size();
  for (const Statement& statement : statements) {
    count += CountStatements(tree, tree.List(statement.body));
    for (const StatementBranch& branch : tree.List(statement.branches))
      count += CountStatements(tree, tree.List(branch.body));
  }
  return count;
}

// Memory that it takes from the arena is released at once.
std::optional<Value> LowerConditionAlone(Execution& x, ExpressionId id) {
  ArenaScope arena(x.frame.writer);
  auto condition = LowerCondition(x.l, id);
  arena.Close();
  return condition;
}

// ---- Loops ----

// The targets of jumps out of a loop.
void EndLoop(Execution& x) {
  RoutineWriter& w = *x.frame.writer;
  for (const std::size_t jump : w.breaks.back()) w.code.Land(jump);
  w.breaks.pop_back();
  x.broken = Constant(0.0);
}

class ForWriter {
 public:
  ForWriter(Execution& x, const Statement& statement)
      : x_(x),
        w_(*x.frame.writer),
        l_(x.l),
        statement_(statement),
        body_(l_.tree().List(statement.body)),
        assigned_(AssignedLocals(l_, body_)) {}

  // The indices from the first, which is the outermost.
  bool Run(std::size_t level) {
    const auto indices = l_.tree().List(statement_.indices);
    if (level == indices.size()) return ExecuteStatements(x_, body_);
    const syntax::ForIndex& index = indices[level];
    const bool is_range = index.range.IsValid() && l_.tree()[index.range].kind == ExpressionKind::kRange;
    if (is_range) {
      const auto ends = LowerEnds(index);
      if (!ends) return false;
      const auto is_number = [](const Value& end) { return end.IsScalar() && IsNumeric(end.type); };
      const auto is_known = [](const Value& end) { return end.IsConstant(); };
      const bool are_known = std::all_of(ends->begin(), ends->end(), is_known);
      if (!std::all_of(ends->begin(), ends->end(), is_number)) {
        if (are_known) return WriteOut(index, level);
        l_.Refuse(l_.SpanOf(index.range), "a range that is known during the run only is between numbers");
        return false;
      }
      if (!are_known) return WriteLoop(index, *ends, level);
      const double step = ends->size() == 3 ? (*ends)[1].scalar.number : 1.0;
      const double rounds =
          step == 0.0 ? 0.0 : (ends->back().scalar.number - ends->front().scalar.number) / step + 1.0;
      const bool is_long = rounds * static_cast<double>(CountStatements(l_.tree(), body_)) > kMaxWrittenOut;
      if (is_long && TryLoop(index, *ends, level)) return true;
      if (l_.context.functions.refusal || failed_) return false;
    }
    return WriteOut(index, level);
  }

 private:
  std::optional<std::vector<Value>> LowerEnds(const syntax::ForIndex& index) {
    std::vector<Value> ends;
    for (const ExpressionId id : l_.tree().Elements(l_.tree()[index.range])) {
      ends.push_back(Lower(l_, id));
      if (ends.back().IsError()) return std::nullopt;
    }
    return ends;
  }

  // Tries to write a loop. If its text needs the index as a number, the code is removed again.
  bool TryLoop(const syntax::ForIndex& index, const std::vector<Value>& ends, std::size_t level) {
    const std::size_t size = w_.code.size();
    const std::vector<Local> locals = x_.frame.locals;
    const auto breaks = w_.breaks;
    const auto returns = w_.returns;
    const std::size_t num_known = w_.at_returns.size();
    if (WriteLoop(index, ends, level)) return true;
    if (!l_.context.functions.refusal) failed_ = true;
    l_.context.functions.refusal.reset();
    w_.code.Truncate(size);
    x_.frame.locals = locals;
    w_.breaks = breaks;
    w_.returns = returns;
    w_.at_returns.resize(num_known);
    x_.returned = x_.broken = Constant(0.0);
    return false;
  }

  // n rounds, counted by k: the index is first + k step, like that of a known range.
  bool WriteLoop(const syntax::ForIndex& index, const std::vector<Value>& ends, std::size_t level) {
    const Scalar step = ends.size() == 3 ? ends[1].scalar : Constant(1.0);
    const Scalar first = w_.Leaf(w_.code.NewRegister()), rounds = w_.Leaf(w_.code.NewRegister());
    const Scalar by = w_.Leaf(w_.code.NewRegister()), k = w_.Leaf(w_.code.NewRegister());
    const Scalar length =
        Apply(l_, expr::Op::kDiv, Difference(l_, ends.back().scalar, ends.front().scalar), step);
    const Scalar count[] = {Apply(l_, expr::Op::kFloor, length), Constant(1.0)};
    Set(first, ends.front().scalar);
    Set(by, step);
    Set(rounds, SumOf(l_, count));
    Set(k, Constant(0.0));
    Type type = BaseType::kInteger;
    for (const Value& end : ends) type = UnifyNumbers(type, end.type);
    const auto value = [&] {
      const Scalar factors[] = {k, by};
      const Scalar terms[] = {first, ProductOf(l_, factors)};
      return ScalarValue(type, SumOf(l_, terms), Variability::kContinuous);
    };
    return WriteTurns(index, k, rounds, value, level);
  }

  // Repeats the body as long as k < rounds; `value` is that of the index.
  template <class ValueOfIndex>
  bool WriteTurns(const syntax::ForIndex& index, const Scalar& k, const Scalar& rounds, ValueOfIndex value,
                  std::size_t level) {
    ForgetAll(x_, assigned_);
    w_.breaks.emplace_back();
    const std::size_t start = w_.code.size();
    const std::size_t out = w_.code.JumpIfFalse(w_.Write(l_, Apply(l_, expr::Op::kLess, k, rounds)));
    // Copied to a separate register, since k changes.
    const Value now = value();
    if (now.IsError()) return false;
    Value present = w_.InRegisters(now);
    if (!w_.Assign(l_, present, now, l_.tree().SpanOf(index))) return false;
    present.variability =
        Variability::kParameter;  // code that needs a number rejects it later; asking is not a mistake
    l_.scope.loops.push_back({index.name, std::move(present)});
    const bool ok = Run(level + 1);
    l_.scope.loops.pop_back();
    if (!ok) return false;
    const Scalar next[] = {k, Constant(1.0)};
    Set(k, SumOf(l_, next));
    w_.code.Jump(start);
    w_.code.Land(out);
    EndLoop(x_);
    x_.returned = Constant(0.0);
    ForgetAll(x_, assigned_);
    return true;
  }

  // The elements of an array of the run.
  bool WriteLoopThrough(const syntax::ForIndex& index, const Value& range, std::size_t level) {
    const Scalar count = InRegister(l_, SizeOf(range, 0));
    const Scalar k = w_.Leaf(w_.code.NewRegister());
    Set(k, Constant(0.0));
    return WriteTurns(index, k, count, [&] { return ItemOfRun(l_, range, k); }, level);
  }

  void Set(const Scalar& target, const Scalar& value) {
    const Register to = w_.graph.variable(target.expr).value;
    const expr::ExprId from = w_.ExprOf(l_, value);
    w_.code.Assign({&to, 1}, {&from, 1});
  }

  // Round by round.
  bool WriteOut(const syntax::ForIndex& index, std::size_t level) {
    const Value range = LowerForRange(l_, statement_, index);
    if (range.IsError()) return false;
    if (LiesInArena(range)) return WriteLoopThrough(index, range, level);
    if (range.HasUnknownSize() || range.dims[0] > static_cast<std::int64_t>(kMaxRounds)) {
      l_.RefuseSize(l_.tree().SpanOf(index),
                    "the range of a loop is too long to be written out, or not known");
      return false;
    }
    w_.breaks.emplace_back();
    const std::size_t slot = l_.scope.loops.size();
    l_.scope.loops.push_back({index.name, {}});
    bool ok = true;
    for (std::size_t i = 0; ok && i < static_cast<std::size_t>(range.dims[0]) && !IsLeft(x_); ++i) {
      l_.scope.loops[slot].value = ElementOf(range, i);
      if (l_.scope.loops[slot].value.IsConstant())
        l_.scope.loops[slot].value.variability = Variability::kConstant;
      ok = Run(level + 1);
    }
    l_.scope.loops.pop_back();
    const bool has_breaks = !w_.breaks.back().empty();
    EndLoop(x_);
    if (has_breaks) {
      x_.returned = Constant(0.0);
      ForgetAll(x_, assigned_);
    }
    return ok;
  }

  Execution& x_;
  RoutineWriter& w_;
  Lowering& l_;
  const Statement& statement_;
  const std::span<const Statement> body_;
  const std::vector<std::uint32_t> assigned_;
  bool failed_ = false;
};

}  // namespace

bool WriteIf(Execution& x, std::span<const StatementBranch> branches) {
  if (branches.empty()) return true;
  Lowering& l = x.l;
  RoutineWriter& w = *x.frame.writer;
  const auto body = l.tree().List(branches[0].body);
  if (!branches[0].condition.IsValid()) return ExecuteStatements(x, body);
  const auto condition = LowerConditionAlone(x, branches[0].condition);
  if (!condition) return false;
  if (condition->scalar.IsConstant()) {
    return IsTrue(condition->scalar) ? ExecuteStatements(x, body) : WriteIf(x, branches.subspan(1));
  }
  const std::size_t otherwise = w.code.JumpIfFalse(w.Write(l, condition->scalar));
  const std::vector<Local> before = x.frame.locals;
  if (!ExecuteStatements(x, body)) return false;
  const std::size_t end = w.code.Jump();
  const std::vector<Local> after = std::exchange(x.frame.locals, before);
  const bool then_returned = IsTrue(x.returned), then_broken = IsTrue(x.broken);
  x.returned = x.broken = Constant(0.0);
  w.code.Land(otherwise);
  if (!WriteIf(x, branches.subspan(1))) return false;
  w.code.Land(end);
  const bool is_left = IsLeft(x);
  if (!then_returned && !then_broken) {
    if (is_left) {
      x.frame.locals = after;
    } else if (!w.Merge(l, x.frame, after, l.SpanOf(branches[0].condition))) {
      return false;
    }
    x.returned = x.broken = Constant(0.0);
  } else if (is_left && !(then_returned && IsTrue(x.returned))) {
    // The following text is never reached; an enclosing loop continues after its end.
    x.broken = Constant(1.0);
    x.returned = Constant(0.0);
  }
  return true;
}

bool WriteFor(Execution& x, const Statement& statement) {
  return ForWriter(x, statement).Run(0);
}

bool WriteWhile(Execution& x, const Statement& statement) {
  Lowering& l = x.l;
  RoutineWriter& w = *x.frame.writer;
  const auto body = l.tree().List(statement.body);
  const std::vector<std::uint32_t> assigned = AssignedLocals(l, body);
  ForgetAll(x, assigned);
  w.breaks.emplace_back();
  const std::size_t start = w.code.size();
  const auto condition = LowerConditionAlone(x, statement.value);
  if (!condition) return false;
  if (!condition->scalar.IsConstant() || IsTrue(condition->scalar)) {
    std::optional<std::size_t> out;
    if (!condition->scalar.IsConstant()) out = w.code.JumpIfFalse(w.Write(l, condition->scalar));
    if (!ExecuteStatements(x, body)) return false;
    if (!IsLeft(x)) w.code.Jump(start);
    if (out) w.code.Land(*out);
  }
  EndLoop(x);
  x.returned = Constant(0.0);
  ForgetAll(x, assigned);
  return true;
}

void WriteBreak(Execution& x) {
  RoutineWriter& w = *x.frame.writer;
  w.breaks.back().push_back(w.code.Jump());
  x.broken = Constant(1.0);
}

void WriteReturn(Execution& x) {
  RoutineWriter& w = *x.frame.writer;
  w.returns.push_back(w.code.Jump());
  w.at_returns.push_back(x.frame.locals);
  x.returned = Constant(1.0);
}

bool WriteFailure(Execution& x, ExpressionId message) {
  const Value text = Lower(x.l, message);
  if (text.IsError()) return false;
  RoutineWriter& w = *x.frame.writer;
  w.code.Fail(FailureTextOf(x.l, w, text));
  return true;
}

bool WriteAssert(Execution& x, const syntax::Expression& e, const Builtin& function) {
  Lowering& l = x.l;
  RoutineWriter& w = *x.frame.writer;
  const auto arguments = ArrangeArguments(l, function, l.tree().CallOf(e), l.tree().SpanOf(e));
  if (!arguments) return false;
  const auto condition = LowerConditionAlone(x, (*arguments)[0]);
  if (!condition) return false;
  if (IsTrue(condition->scalar)) return true;
  const Value level = arguments->size() > 2 ? Lower(l, (*arguments)[2]) : Value();
  if (level.type == kAssertionLevelType && level.scalar.IsConstant() && level.scalar.number == 1.0)
    return true;
  const std::size_t fails = w.code.JumpIfFalse(w.Write(l, condition->scalar));
  const std::size_t holds = w.code.Jump();
  w.code.Land(fails);
  if (!WriteFailure(x, (*arguments)[1])) return false;
  w.code.Land(holds);
  return true;
}

}  // namespace daedalus::semantics
