#include "daedalus/language/semantics/functions/call_function.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "daedalus/base/nearest_name.h"
#include "daedalus/language/semantics/expressions/rearrange.h"
#include "daedalus/language/semantics/expressions/records.h"
#include "daedalus/language/semantics/expressions/unit_check.h"
#include "daedalus/language/semantics/functions/build_routine.h"
#include "daedalus/language/semantics/functions/call_for_each.h"
#include "daedalus/language/semantics/functions/derivative_annotation.h"
#include "daedalus/language/semantics/functions/derivative_function.h"
#include "daedalus/language/semantics/functions/function_body.h"
#include "daedalus/language/semantics/functions/function_frame.h"
#include "daedalus/language/semantics/functions/function_signature.h"
#include "daedalus/language/semantics/functions/inverse_annotation.h"
#include "daedalus/language/semantics/functions/missing_fields.h"
#include "daedalus/language/semantics/functions/routine_writer.h"
#include "daedalus/language/semantics/functions/run_array.h"
#include "daedalus/language/semantics/instances/class_types.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/language/semantics/instances/parameter_number.h"

namespace daedalus::semantics {
namespace {

// The largest depth of calls, since each call is a recursion of the walk. Models do not need more.
constexpr int kMaxCalls = 200;
// The largest number of enclosing conditions of the run and calls: recursion that such conditions should end
// never ends here.
constexpr int kMaxGuardedDepth = 12;

// The arguments per input; null: its declaration gives the value.
using Arranged = std::vector<const FunctionArgument*>;

struct Callee {
  const FunctionValue& function;
  FunctionSignature signature;
  Span span;  // of the call
};

std::string_view NameOfInput(const Lowering& l, const Callee& f, std::size_t i) {
  return l.Text(l.context.envs.Members(f.function.env)[f.signature.inputs[i]].name);
}

// ---- Arguments ----

std::optional<std::size_t> FindInput(Lowering& l, const Callee& f, const FunctionArgument& argument) {
  NearestName nearest(l.Text(argument.name));
  for (std::size_t i = 0; i < f.signature.inputs.size(); ++i) {
    if (NameOfInput(l, f, i) == l.Text(argument.name)) return i;
    nearest.Offer(NameOfInput(l, f, i));
  }
  l.context.reporter.Report(Error(Code::kBadNamedArgument, argument.span, "`{}` has no argument named `{}`",
                                  l.context.envs.NameOf(f.function.env), l.Text(argument.name))
                                .Hint(nearest.Hint()));
  return std::nullopt;
}

std::optional<Arranged> Arrange(Lowering& l, const Callee& f, std::span<const FunctionArgument> arguments) {
  Arranged arranged(f.signature.inputs.size(), nullptr);
  // Inputs with values from a partial application are not counted as positions.
  const auto is_bound = [&](std::size_t i) {
    const syntax::NameId name = l.context.envs.Members(f.function.env)[f.signature.inputs[i]].name;
    return std::any_of(f.function.bound.begin(), f.function.bound.end(),
                       [&](const auto& b) { return b.first == name; });
  };
  std::size_t next = 0;
  for (const FunctionArgument& argument : arguments) {
    std::optional<std::size_t> at;
    if (argument.name.IsValid()) {
      at = FindInput(l, f, argument);
      if (!at) return std::nullopt;
    } else {
      while (next < arranged.size() && is_bound(next)) ++next;
      at = next++;
    }
    if (*at >= arranged.size()) {
      l.Error(Code::kWrongArgumentCount, f.span, "`{}` takes {} argument{}, but there are {}",
              l.context.envs.NameOf(f.function.env), arranged.size(), arranged.size() == 1 ? "" : "s",
              arguments.size());
      return std::nullopt;
    }
    if (arranged[*at] != nullptr) {
      l.Error(Code::kBadNamedArgument, argument.span, "the argument `{}` is given twice",
              NameOfInput(l, f, *at));
      return std::nullopt;
    }
    arranged[*at] = &argument;
  }
  return arranged;
}

// True if the argument fits the input, or the inputs of several calls.
bool FitsInput(Lowering& l, const Callee& f, std::size_t i, const FunctionArgument& argument) {
  const std::uint32_t member = f.signature.inputs[i];
  const Type type = TypeOfMember(l.context, f.function.env, member);
  const std::size_t rank = RankOfMember(l.context, f.function.env, member);
  if (type == BaseType::kError) return false;
  const bool is_function = type == BaseType::kFunction && argument.value.type == BaseType::kFunction;
  if (!is_function && !l.types().IsAssignable(type, argument.value.type)) {
    l.context.reporter.Report(
        Error(Code::kWrongArgumentType, argument.span, "`{}` of `{}` is of type {}, but this is {}",
              NameOfInput(l, f, i), l.context.envs.NameOf(f.function.env), l.types().Name(type),
              l.TypeText(argument.value))
            .With(l.context.envs.Members(f.function.env)[member].span, "declared here"));
    return false;
  }
  if (argument.value.dims.size() >= rank) return true;
  l.context.reporter.Report(Error(Code::kWrongArgumentType, argument.span,
                                  "`{}` of `{}` has {} dimension{}, but this is {}", NameOfInput(l, f, i),
                                  l.context.envs.NameOf(f.function.env), rank, rank == 1 ? "" : "s",
                                  l.TypeText(argument.value))
                                .With(l.context.envs.Members(f.function.env)[member].span, "declared here"));
  return false;
}

// The dimensions of arguments before those of their inputs; nullopt after a mistake.
std::optional<Dims> ExtraDims(Lowering& l, const Callee& f, const Arranged& arguments) {
  Dims extra;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == nullptr) continue;
    const Dims& dims = arguments[i]->value.dims;
    const std::size_t rank = dims.size() - RankOfMember(l.context, f.function.env, f.signature.inputs[i]);
    if (rank == 0) continue;
    const Dims own(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(rank));
    if (extra.empty()) extra = own;
    if (!AreCompatible(extra, own)) {
      l.Error(Code::kDimensionMismatch, arguments[i]->span,
              "`{}` is called for each element of arrays of different sizes, {} and {}",
              l.context.envs.NameOf(f.function.env), ToString(extra), ToString(own));
      return std::nullopt;
    }
    extra = Merged(extra, own);
  }
  return extra;
}

// ---- One call ----

bool IsKnown(const FunctionState& functions, const Value& value) {
  if (value.type != BaseType::kFunction || !value.IsConstant())
    return value.IsConstant() && !value.HasUnknownSize();
  const auto& bound = functions.values[static_cast<std::size_t>(value.scalar.number)].bound;
  return std::all_of(bound.begin(), bound.end(), [&](const auto& b) { return IsKnown(functions, b.second); });
}

void AppendKey(const Value& value, std::string* key) {
  const auto append = [key](const auto& number) {
    char bytes[sizeof(number)];
    std::memcpy(bytes, &number, sizeof(number));
    key->append(bytes, sizeof(number));
  };
  ForEachLeaf(value, [&](const Value& leaf) {
    append(leaf.unit.value);
    append(leaf.dims.size());
    for (const std::int64_t size : leaf.dims) append(size);
    for (std::size_t i = 0; i < leaf.size(); ++i) append(leaf[i].number);
  });
}

// Some functions must stay functions. With `LateInline` or `InlineAfterIndexReduction` and a `derivative`,
// the declared derivative counts; the body may compute something else. With `Inline = false` and an
// `inverse`, equations are solved by the inverse, which a written-out function does not have. A function in
// another language has only its declared derivative.
bool IsToStay(Context& context, scope::EnvId function) {
  const auto [found, is_new] = context.functions.known.stays.try_emplace(function.value, false);
  if (is_new) {
    const bool is_late =
        IsMarked(context, function, "LateInline") || IsMarked(context, function, "InlineAfterIndexReduction");
    const scope::ClassId cls = context.envs[function].cls;
    const bool is_foreign = context.functions.foreign.is_allowed && cls.IsValid() &&
                            context.envs.store().definition(cls).external.IsValid();
    const bool is_kept = MarkOf(context, function, "Inline") == false;
    context.functions.known.stays[function.value] =
        ((is_late || is_foreign) && !DerivativesOf(context, function).empty()) ||
        (is_kept && !InversesOf(context, function).empty());
  }
  return context.functions.known.stays[function.value];
}

// One call, with arguments that fit its inputs.
class SingleCall {
 public:
  SingleCall(Lowering& l, const Callee& f, const std::vector<std::optional<Value>>& values,
             std::span<const Span> spans)
      : l_(l), f_(f), values_(values), spans_(spans) {
    for (const auto& value : values_) {
      if (!value) continue;
      variability_ = std::max(variability_, value->variability);
      is_known_ = is_known_ && IsKnown(l.context.functions, *value);
    }
  }

  std::optional<std::vector<Value>> Run() {
    const bool is_check = l_.purpose.mode == Mode::kCheck;
    if (l_.purpose.mode != Mode::kSymbolic && !is_known_) return Promised();
    if (is_check && l_.context.envs.IsPartial(f_.function.env)) return Promised();
    const std::string key = Key();
    if (!key.empty()) {
      const auto at = l_.context.functions.known.results.find(key);
      if (at != l_.context.functions.known.results.end()) return at->second;
    }
    const bool is_of_run = l_.purpose.mode == Mode::kSymbolic && !is_known_;
    const std::int64_t num_effects = l_.context.functions.num_effects;
    if (is_of_run && l_.writer() != nullptr && f_.signature.outputs.empty()) return InPlace();
    if (is_of_run && MustStayFunction()) return AsRoutineOfRun();
    if (is_of_run && IsToStay(l_.context, f_.function.env)) {
      if (auto called = AsRoutine()) return called;
      l_.context.functions.refusal.reset();  // it is written out after all
    }
    const std::string form = is_of_run ? Form() : std::string();
    if (!form.empty() && l_.context.functions.known.refused.contains(form)) return AsRoutineOrFixed();
    FunctionFrame frame = MakeFrame(l_, f_.function.env, f_.function.node);
    if (frame.purpose.mode == Mode::kCheck) frame.purpose.mode = Mode::kProbe;
    if (!WriteOut(frame)) {
      if (is_of_run && l_.context.functions.refusal) {
        Remember(form);
        return AsRoutineOrFixed();
      }
      const std::optional<Refusal>& refusal = l_.context.functions.refusal;
      const bool is_probe = is_check || l_.purpose.mode == Mode::kProbe;
      if (!is_probe || !refusal || (refusal->is_final && !is_check)) return std::nullopt;
      l_.context.functions.refusal.reset();  // external functions, for instance
      return Promised();
    }
    std::vector<Value> results = ResultsOf(frame);
    if (is_of_run && !AreComplete(results)) {
      results = AsRoutineInstead(results);
      if (AreComplete(results)) Remember(form);
    }
    if (!AreComplete(results)) {
      if (auto filled = WithMissingFields(frame)) results = *std::move(filled);
    } else if (is_of_run) {
      return results;
    }
    // Do not keep this result: assertions and effects must happen again outside this condition.
    const bool is_sure =
        l_.context.functions.progress.num_guards == 0 && l_.context.functions.num_effects == num_effects;
    if (!key.empty() && is_sure) l_.context.functions.known.results.emplace(key, results);
    return results;
  }

  // Types and sizes as the outputs are declared; the elements are unknown.
  std::optional<std::vector<Value>> Promised() {
    FunctionFrame frame = MakeFrame(l_, f_.function.env, f_.function.node);
    frame.purpose.mode = Mode::kCheck;
    if (!FillIn(frame)) return std::nullopt;
    const auto is_open = [&](std::uint32_t output) { return frame.locals[output].value.HasUnknownSize(); };
    const auto& outputs = f_.signature.outputs;
    // Sizes that follow from assignments: the algorithm gives them.
    const bool is_needed =
        l_.purpose.mode != Mode::kCheck && std::any_of(outputs.begin(), outputs.end(), is_open);
    if (is_needed && !RunBody(l_.context, frame, f_.span)) return std::nullopt;
    std::vector<Value> results;
    for (const std::uint32_t output : outputs) {
      const Value& value = frame.locals[output].value;
      if (l_.purpose.mode != Mode::kCheck && value.HasUnknownSize()) {
        l_.Refuse(f_.span, "the size of a result is not known");
        return std::nullopt;
      }
      results.push_back(Blank(value, value.dims));
      SetVariability(results.back());
    }
    return results;
  }

 private:
  // The key of the result among kept results; empty if it is not kept. The result may depend on the component
  // around the function, whose parameters are numbers or expressions, depending on the mode.
  std::string Key() const {
    if (!is_known_ || l_.purpose.mode == Mode::kCheck) return {};
    const NodeId around =
        FindInstance(l_.context, f_.function.node, l_.context.envs[f_.function.env].lexical.env);
    // An object is made once, for all readings of the text.
    const auto& outputs = f_.signature.outputs;
    const bool is_object = outputs.size() == 1 &&
                           TypeOfMember(l_.context, f_.function.env, outputs[0]) == BaseType::kExternalObject;
    const int mode = is_object ? 0 : static_cast<int>(l_.purpose.mode);
    std::string key = fmt::format("{} {} {}", f_.function.env.value, around.value, mode);
    for (const auto& value : values_) {
      key.push_back(value ? '+' : '-');
      if (!value) continue;
      if (value->type == BaseType::kFunction) return {};
      AppendKey(*value, &key);
    }
    return key;
  }

  // The key of a refusal: the function, sizes, and which arguments are known. Otherwise a text that calls one
  // function for each of its many results would be read as often.
  std::string Form() const {
    std::string form = fmt::format("{} {} ", f_.function.env.value, f_.function.node.value);
    for (const auto& value : values_) {
      form.push_back(value ? '+' : '-');
      if (!value) continue;
      if (value->type == BaseType::kFunction) return {};
      AppendKey(*value, &form);
      ForEachLeaf(*value, [&](const Value& leaf) {
        for (std::size_t i = 0; i < leaf.size(); ++i)
          form.push_back(static_cast<char>('0' + static_cast<int>(leaf[i].kind)));
      });
    }
    return form;
  }

  // If the text was too long, the enclosing text may be the reason.
  void Remember(const std::string& form) {
    const FunctionState& functions = l_.context.functions;
    const bool is_own =
        functions.progress.depth == 1 || !functions.refusal || !functions.refusal->is_about_length;
    if (!form.empty() && is_own && functions.progress.num_guards == 0)
      l_.context.functions.known.refused.insert(form);
  }

  // In a function that stays a function, calls are calls. So is a recursion that a condition of the run
  // should end.
  bool MustStayFunction() const {
    if (l_.writer() != nullptr) return true;
    const FunctionState& functions = l_.context.functions;
    const bool is_inside = std::find(functions.written_out.begin(), functions.written_out.end(),
                                     f_.function.env) != functions.written_out.end();
    return is_inside && functions.progress.num_guards > 0;
  }

  // `given`: an earlier frame, whose outputs show what is missing (missing_fields.h).
  bool WriteOut(FunctionFrame& frame, const FunctionFrame* given = nullptr) {
    std::vector<scope::EnvId>& stack = l_.context.functions.written_out;
    std::vector<Assertion>* const assertions = l_.context.functions.assertions;
    std::vector<Effect>* const effects = l_.context.functions.effects;
    const std::size_t count = assertions != nullptr ? assertions->size() : 0;
    const std::size_t num_effects = effects != nullptr ? effects->size() : 0;
    stack.push_back(f_.function.env);
    const bool ok = FillIn(frame) && (given == nullptr || GiveMissing(*given, frame)) &&
                    RunBody(l_.context, frame, f_.span);
    stack.pop_back();
    // The second time, the assertions are those of the first time.
    if ((!ok || given != nullptr) && assertions != nullptr) assertions->resize(count);
    if (!ok && effects != nullptr) effects->resize(num_effects);
    return ok;
  }

  bool GiveMissing(const FunctionFrame& first, FunctionFrame& frame) {
    bool has_filled = false;
    for (std::uint32_t i = 0; i < frame.locals.size(); ++i) {
      if (!LacksParts(first, i)) continue;
      if (!GiveMissingParts(first.locals[i].value, frame.locals[i].value)) continue;
      frame.locals[i].is_assigned = has_filled = true;
    }
    return has_filled;
  }

  // True if the variable was assigned, but not all fields or elements of it.
  bool LacksParts(const FunctionFrame& first, std::uint32_t i) const {
    const Local& local = first.locals[i];
    const bool is_input = std::ranges::find(f_.signature.inputs, i) != f_.signature.inputs.end();
    return !is_input && local.is_assigned && HasMissingParts(local.value);
  }

  // Without results, the call is kept for its refusals and reports, with texts that may contain values of the
  // run.
  std::optional<std::vector<Value>> InPlace() {
    FunctionFrame frame = MakeFrame(l_, f_.function.env, f_.function.node);
    frame.writer = l_.writer();
    if (!WriteOut(frame)) return std::nullopt;
    return std::vector<Value>();
  }

  // A size may depend on Integers that only parameters decide. With their numbers it may work.
  std::optional<std::vector<Value>> AsRoutineOrFixed() {
    auto called = AsRoutine();
    if (called || !l_.context.functions.refusal) return called;
    std::vector<std::optional<Value>> fixed = values_;
    bool has_new = false;
    for (auto& value : fixed) {
      if (!value || value->type != BaseType::kInteger || !value->IsScalar()) continue;
      if (value->scalar.kind != Scalar::Kind::kExpression) continue;
      const auto number = ParameterNumber(l_.context, value->scalar.expr);
      if (!number) continue;
      value->scalar = Constant(*number);
      has_new = true;
    }
    const std::optional<Refusal> refusal = std::exchange(l_.context.functions.refusal, std::nullopt);
    if (has_new) {
      auto with_numbers = SingleCall(l_, f_, fixed, spans_).Run();
      if (with_numbers || !l_.context.functions.refusal) return with_numbers;
    }
    l_.context.functions.refusal = refusal;
    return AsRoutineOfRun();
  }

  // With arrays whose sizes are known only during the run, if nothing else helps.
  std::optional<std::vector<Value>> AsRoutineOfRun() {
    FunctionState& functions = l_.context.functions;
    const RunSizes outer = functions.run_sizes;
    std::optional<std::vector<Value>> called;
    if (!functions.refusal) called = AsRoutine();
    for (const RunSizes sizes : {RunSizes::kDeclared, RunSizes::kOpen}) {
      if (called || !functions.refusal || !functions.refusal->is_about_size) break;
      if (sizes <= outer) continue;
      functions.run_sizes = sizes;
      called = AsRoutine();
    }
    functions.run_sizes = outer;
    // The caller must support them, too.
    if (called && outer == RunSizes::kNone && std::ranges::any_of(*called, HasArrayOfRun)) {
      l_.RefuseSize(f_.span, "the size of a result is known during the run only");
      return std::nullopt;
    }
    return called;
  }

  // A function that cannot be written out stays a function. If that is impossible as well, the reason for
  // this is reported.
  std::optional<std::vector<Value>> AsRoutine() {
    l_.context.functions.refusal.reset();
    auto results = CallRoutine(l_, {f_.function, f_.signature, values_, f_.span});
    if (!results) return std::nullopt;
    for (Value& value : *results) SetVariability(value);
    return results;
  }

  // Repeats the call, with a first value for everything that had no value at the end (missing_fields.h).
  // nullopt if that does not help.
  std::optional<std::vector<Value>> WithMissingFields(const FunctionFrame& first) {
    FunctionFrame frame = MakeFrame(l_, f_.function.env, f_.function.node);
    frame.purpose = first.purpose;
    if (!WriteOut(frame, &first)) return std::nullopt;
    auto results = ResultsOf(frame);
    if (!AreComplete(results)) return std::nullopt;
    for (std::uint32_t i = 0; i < first.locals.size(); ++i) {
      const scope::Member& member = l_.context.envs.Members(f_.function.env)[i];
      if (!LacksParts(first, i)) continue;
      const bool is_output = std::ranges::find(f_.signature.outputs, i) != f_.signature.outputs.end();
      const Value& value = first.locals[i].value;
      if (!value.IsRecord()) ReportMissingElements(l_, f_.function.env, member);
      if (value.IsRecord() && is_output)
        ReportMissingFields(l_, f_.function.env, member, NamesOfMissingFields(l_.types(), value));
    }
    return results;
  }

  // If it is written out, a result may lack a value in some cases, as after a return in one of several
  // branches. Byte code finds out by its jumps whether it has one. If not, it has no value.
  std::vector<Value> AsRoutineInstead(const std::vector<Value>& results) {
    auto called = AsRoutine();
    l_.context.functions.refusal.reset();
    return called ? std::move(*called) : results;
  }

 public:
  bool FillIn(FunctionFrame& frame) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (!values_[i]) continue;
      Local& local = frame.locals[f_.signature.inputs[i]];
      const Type type = TypeOfMember(l_.context, frame.env, f_.signature.inputs[i]);
      local.value = type == BaseType::kFunction ? *values_[i] : Coerced(l_.types(), *values_[i], type);
      local.is_assigned = true;
      local.progress = Progress::kDone;
    }
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (values_[i] && !HasDeclaredSize(frame, i)) return false;
    }
    for (std::uint32_t i = 0; i < frame.locals.size(); ++i) {
      if (!l_.context.envs.Members(frame.env)[i].is_class && !EnsureLocal(l_.context, frame, i)) return false;
    }
    return true;
  }

 private:
  bool HasDeclaredSize(FunctionFrame& frame, std::size_t i) {
    const std::uint32_t member = f_.signature.inputs[i];
    const auto dims = DeclaredDims(l_.context, frame, member);
    if (!dims) return false;
    const Value& value = frame.locals[member].value;
    frame.locals[member].dims = *dims;
    if (AreCompatible(*dims, value.dims)) return CheckSizesOfRun(frame, member);
    l_.context.reporter.Report(Error(Code::kDimensionMismatch, spans_[i],
                                     "`{}` of `{}` is {}, but this is {}", NameOfInput(l_, f_, i),
                                     l_.context.envs.NameOf(frame.env),
                                     l_.context.TypeText(value.type, *dims), l_.TypeText(value))
                                   .With(l_.context.envs.Members(frame.env)[member].span, "declared here"));
    return false;
  }

  // If only the run knows whether the argument has the declared size.
  bool CheckSizesOfRun(FunctionFrame& frame, std::uint32_t member) {
    const Local& local = frame.locals[member];
    if (frame.writer == nullptr || (local.run_sizes.empty() && !LiesInArena(local.value))) return true;
    TextScope text{l_.tree(), frame.node, {}, {}, &frame};
    Lowering inside{l_.context, text};
    for (std::size_t d = 0; d < local.dims.size(); ++d) {
      Scalar declared = Constant(static_cast<double>(local.dims[d]));
      if (local.dims[d] == kUnknownSize) declared = local.run_sizes.empty() ? Scalar() : local.run_sizes[d];
      const Scalar given = SizeOf(local.value, d);
      if (!declared.IsUnknown()) CheckSameSizes(inside, {&declared, 1}, {&given, 1});
    }
    return true;
  }

  std::vector<Value> ResultsOf(const FunctionFrame& frame) {
    std::vector<Value> results;
    for (const std::uint32_t output : f_.signature.outputs) results.push_back(OutputOf(frame.locals[output]));
    return results;
  }

  static bool AreComplete(const std::vector<Value>& results) {
    return std::none_of(results.begin(), results.end(), [](const Value& v) { return v.IsError(); });
  }

  Value OutputOf(const Local& local) {
    Value value = local.value;
    bool has_all = local.is_assigned && !value.HasUnknownSize();
    if (is_known_ || l_.purpose.mode == Mode::kSymbolic) {
      ForEachLeaf(value, [&](const Value& leaf) {
        for (std::size_t i = 0; i < leaf.size(); ++i) has_all = has_all && !leaf[i].IsUnknown();
      });
    }
    if (!has_all) return {};
    SetVariability(value);
    return value;
  }

  // Conditions in the function may depend on arguments that the results do not contain.
  void SetVariability(Value& value) {
    value.variability = std::max(value.variability, variability_);
    for (Value& field : value.fields) SetVariability(field);
  }

  Lowering& l_;
  const Callee& f_;
  const std::vector<std::optional<Value>>& values_;
  std::span<const Span> spans_;
  Variability variability_ = Variability::kConstant;
  bool is_known_ = true;
};

std::optional<std::vector<Value>> CallEach(Lowering& l, const Callee& f, const GivenValues& values,
                                           std::span<const Span> spans, const Dims& extra) {
  const auto run = [&](const GivenValues& one) { return SingleCall(l, f, one, spans).Run(); };
  if (extra.empty()) return run(values);
  ElementCall call;
  for (const std::uint32_t input : f.signature.inputs)
    call.ranks.push_back(RankOfMember(l.context, f.function.env, input));
  call.num_outputs = f.signature.outputs.size();
  call.span = f.span;
  call.spans = spans;
  call.run = run;
  call.promise = [&](const GivenValues& one) { return SingleCall(l, f, one, spans).Promised(); };
  return CallForEach(l, call, values, extra);
}

// The declared unit of an output counts for callers.
void TakeDeclaredUnits(Lowering& l, const Callee& f, std::vector<Value>& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    const units::UnitId declared = UnitOfMember(l.context, f.function.env, f.signature.outputs[i]);
    if (declared.IsValid()) results[i].unit = declared;
  }
}

std::optional<std::vector<Value>> Call(Lowering& l, const Callee& f, const Arranged& arranged) {
  bool ok = true;
  for (std::size_t i = 0; i < arranged.size(); ++i) {
    if (arranged[i] != nullptr) ok = FitsInput(l, f, i, *arranged[i]) && ok;
  }
  if (!ok) return std::nullopt;
  const auto extra = ExtraDims(l, f, arranged);
  if (!extra) return std::nullopt;
  const FunctionFrame declared = MakeFrame(l, f.function.env, f.function.node);
  std::vector<std::optional<Value>> values(arranged.size());
  std::vector<Span> spans(arranged.size(), f.span);
  for (std::size_t i = 0; i < arranged.size(); ++i) {
    if (arranged[i] != nullptr) {
      values[i] = arranged[i]->value;
      spans[i] = arranged[i]->span;
    } else if (!HasDefault(l.context, declared, f.signature.inputs[i])) {
      l.context.reporter.Report(
          Error(Code::kWrongArgumentCount, f.span, "`{}` needs a value for `{}`",
                l.context.envs.NameOf(f.function.env), NameOfInput(l, f, i))
              .With(l.context.envs.Members(f.function.env)[f.signature.inputs[i]].span, "declared here"));
      return std::nullopt;
    }
  }
  if (!ChecksUnits(l)) return CallEach(l, f, values, spans, *extra);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i]) CheckArgument(l, f.function.env, f.signature.inputs[i], *values[i], spans[i]);
  }
  auto results = CallEach(l, f, values, spans, *extra);
  if (results) TakeDeclaredUnits(l, f, *results);
  return results;
}

// Handles a refusal at the outermost call.
std::optional<std::vector<Value>> Conclude(Lowering& l, const Callee& f) {
  const Refusal refusal = *std::exchange(l.context.functions.refusal, std::nullopt);
  if (l.is_too_large != nullptr) {
    *l.is_too_large = true;
    std::vector<Value> unknown;
    for (const std::uint32_t output : f.signature.outputs)
      unknown.push_back(ScalarValue(TypeOfMember(l.context, f.function.env, output), Scalar()));
    return unknown;
  }
  auto error = Error(Code::kUnsupportedFunction, f.span, "`{}` cannot be written out as expressions: {}",
                     l.context.envs.NameOf(f.function.env), refusal.reason);
  if (refusal.span != f.span) error.With(refusal.span, "here");
  l.context.reporter.Report(std::move(error));
  return std::nullopt;
}

}  // namespace

bool FillInputs(Lowering& l, const FunctionValue& function, const GivenValues& values, Span span,
                FunctionFrame& frame) {
  const Callee f{function, SignatureOf(l.context, function.env), span};
  const std::vector<Span> spans(values.size(), span);
  return SingleCall(l, f, values, spans).FillIn(frame);
}

std::optional<std::vector<Value>> CallFunction(Lowering& l, const FunctionValue& function,
                                               std::vector<FunctionArgument> arguments, Span span) {
  FunctionState& state = l.context.functions;
  const Callee f{function, SignatureOf(l.context, function.env), span};
  for (const auto& [name, value] : function.bound) arguments.push_back({name, value, span});
  if (state.refusal) return std::nullopt;  // on the way out
  const auto arranged = Arrange(l, f, arguments);
  if (!arranged) return std::nullopt;
  std::optional<std::vector<StandIn>> stand_ins;
  if (IsDerivativeFunction(l.context, function.env)) {
    std::vector<FunctionArgument*> by_input;
    for (const FunctionArgument* argument : *arranged)
      by_input.push_back(
          argument == nullptr ? nullptr : &arguments[static_cast<std::size_t>(argument - arguments.data())]);
    stand_ins = ReplaceArguments(l, function, f.signature, by_input, span);
    if (!stand_ins) return std::nullopt;
  }
  if (state.progress.depth > kMaxGuardedDepth && state.progress.num_guards > kMaxGuardedDepth) {
    l.Refuse(span, "`{}` calls itself until a condition of the run ends it",
             l.context.envs.NameOf(function.env));
    return std::nullopt;
  }
  if (state.progress.depth >= kMaxCalls) {
    l.Error(Code::kFunctionFailed, span, "`{}` calls itself more than {} levels deep",
            l.context.envs.NameOf(function.env), kMaxCalls);
    return std::nullopt;
  }
  if (state.progress.depth == 0) {
    const int num_guards = state.progress.num_guards;  // of the calling algorithm section
    state.progress = {};
    state.progress.num_guards = num_guards;
    state.progress.num_expressions_then = l.graph().size();
    state.progress.call = span;
    state.progress.number = ++state.num_calls;
  }
  ++state.progress.depth;
  Lowering as_expressions = l;
  if (stand_ins && l.purpose.mode != Mode::kCheck) as_expressions.purpose.mode = Mode::kSymbolic;
  auto results = Call(as_expressions, f, *arranged);
  --state.progress.depth;
  if (results && stand_ins) Differentiate(l, *stand_ins, *results);
  if (!results && state.refusal && state.progress.depth == 0) results = Conclude(l, f);
  return results;
}

}  // namespace daedalus::semantics
