#include "daedalus/language/semantics/functions/run_external.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "daedalus/language/library/resource_uri.h"
#include "daedalus/language/semantics/events/act_at_event.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/builtin_functions.h"
#include "daedalus/language/semantics/expressions/external_tables.h"
#include "daedalus/language/semantics/functions/assert_later.h"
#include "daedalus/language/semantics/functions/call_texts.h"
#include "daedalus/language/semantics/functions/execute_assignment.h"
#include "daedalus/language/semantics/functions/execute_in_routine.h"
#include "daedalus/language/semantics/functions/foreign.h"
#include "daedalus/language/semantics/functions/function_frame.h"
#include "daedalus/language/semantics/functions/function_signature.h"
#include "daedalus/language/semantics/functions/routine_writer.h"
#include "daedalus/system/native/fmu_natives.h"
#include "daedalus/system/native/native_call.h"
#include "daedalus/system/routine/late_object.h"
#include "daedalus/system/routine/native_function.h"

namespace daedalus::semantics {
namespace {

using native::Datum;
using native::NativeCall;
using syntax::ExpressionId;

class ExternalCall {
 public:
  ExternalCall(Execution& x, const syntax::External& external, std::string name, Span call)
      : x_(x),
        l_(x.l),
        external_(external),
        name_(std::move(name)),
        span_(l_.tree().SpanOf(external)),
        call_(call) {}

  // A loaded function has the C types that the clause gives it.
  bool RunForeign() {
    if (!ReadArguments() || !FindResult()) return false;
    const bool has_results = result_ != kNoLocal || std::ranges::any_of(arguments_, [](const auto& a) {
                               return a.local != kNoLocal;
                             });
    const ForeignClause clause{l_.tree(), external_, x_.frame.env, name_, call_};
    callee_ = LoadForeign(l_.context, clause, arguments_,
                          result_ != kNoLocal ? &x_.frame.locals[result_].value : nullptr);
    if (!callee_) return false;
    SplitRecords();
    const native::Reach reach = ReachOf(l_.context, x_.frame.env, has_results);
    const native::Native& native = native::ForeignNative(reach);
    if (IsLateConstructor()) return MakeLate(native);
    // A binding has no event to wait for.
    const bool is_at_event = reach == native::Reach::kActs && (MayAct(l_) || !has_results || !IsKnown());
    if (is_at_event) return RunAtEvent(native);
    return IsKnown() ? RunNow(native) : CallNative(native);
  }

  bool Run(const native::Native& native) {
    if (!ReadArguments() || !FindResult()) return false;
    if (arguments_.size() != native.num_arguments) {
      l_.Error(Code::kWrongArgumentCount, span_, "`{}` takes {} arguments, but there are {}", name_,
               native.num_arguments, arguments_.size());
      return false;
    }
    if (IsLateConstructor()) return MakeLate(native);
    if (native.reach == native::Reach::kActs) return RunAtEvent(native);
    // At an event a file has its present contents.
    if (native.reach == native::Reach::kReads && MayAct(l_) && HasNumbersForResults())
      return RunAtEvent(native);
    if (IsKnown()) return RunNow(native);
    return RunLater(native);
  }

  // In a routine: values that were written go to their registers.
  bool Keep() {
    RoutineWriter* const writer = x_.frame.writer;
    if (writer == nullptr) return true;
    std::set<std::uint32_t> written;
    for (const ExternalArgument& argument : arguments_) {
      if (argument.local != kNoLocal) written.insert(argument.local);
    }
    for (const std::uint32_t local : written) {
      if (!writer->Keep(l_, x_.frame.locals[local], nullptr, span_)) return false;
    }
    return result_ == kNoLocal || writer->Keep(l_, x_.frame.locals[result_], nullptr, span_);
  }

 private:
  // ---- Arguments ----

  // As the clause lists them. Without a list: the inputs, and the outputs except a single scalar, which is
  // the result.
  bool ReadArguments() {
    if (external_.function.IsValid()) {
      for (const ExpressionId id : l_.tree().List(external_.arguments)) {
        if (!ReadArgument(id)) return false;
      }
      return true;
    }
    const FunctionSignature signature = SignatureOf(l_.context, x_.frame.env);
    for (const std::uint32_t input : signature.inputs) PushWithSizes({x_.frame.locals[input].value});
    const bool has_result =
        signature.outputs.size() == 1 && x_.frame.locals[signature.outputs[0]].dims.empty();
    if (has_result) {
      result_ = signature.outputs[0];
      return true;
    }
    for (const std::uint32_t output : signature.outputs)
      PushWithSizes({x_.frame.locals[output].value, output});
    return true;
  }

  // Where the clause lists nothing, arrays are followed by their sizes (section 12.9.1.2).
  void PushWithSizes(ExternalArgument argument) {
    const Dims dims = argument.value.dims;
    arguments_.push_back(std::move(argument));
    for (const std::int64_t size : dims)
      arguments_.push_back(
          {ScalarValue(BaseType::kInteger, Constant(static_cast<double>(size))), kNoLocal, true});
  }

  bool IsSize(ExpressionId id) {
    if (l_.tree()[id].kind != syntax::ExpressionKind::kCall) return false;
    const Meaning function = ResolveFunction(l_, l_.tree().CallOf(l_.tree()[id]).function);
    return function.kind == Meaning::Kind::kBuiltin && Builtins()[function.index].name == "size";
  }

  bool ReadArgument(ExpressionId id) {
    const std::uint32_t local = WritableLocal(id);
    if (local != kNoLocal) {
      if (!EnsureLocal(l_.context, x_.frame, local)) return false;
      arguments_.push_back({x_.frame.locals[local].value, local});
      return true;
    }
    arguments_.push_back({Lower(l_, id), kNoLocal, IsSize(id)});
    return !arguments_.back().value.IsError();
  }

  // The variable that the expression names, unless it is an input.
  std::uint32_t WritableLocal(ExpressionId id) {
    if (l_.tree()[id].kind != syntax::ExpressionKind::kReference) return kNoLocal;
    const syntax::ReferenceId reference = l_.tree().ReferenceIdOf(l_.tree()[id]);
    if (l_.tree()[reference].parts.size() != 1) return kNoLocal;
    const Meaning meaning = Resolve(l_, reference);
    const bool is_local =
        meaning.kind == Meaning::Kind::kComponent && x_.frame.HasLocal(meaning.env, meaning.index);
    if (!is_local) return kNoLocal;
    const syntax::Causality causality = l_.context.envs.Members(x_.frame.env)[meaning.index].causality;
    return causality == syntax::Causality::kInput ? kNoLocal : meaning.index;
  }

  // A record is passed as its fields, also as a result (foreign_function.h).
  void SplitRecords() {
    whole_arguments_ = std::exchange(arguments_, {});
    whole_result_ = result_;
    for (const ExternalArgument& argument : whole_arguments_) PushFields(argument);
    if (result_ == kNoLocal || !x_.frame.locals[result_].value.IsRecord()) return;
    PushFields({x_.frame.locals[result_].value, result_});
    result_ = kNoLocal;
  }

  void PushFields(const ExternalArgument& argument) {
    if (!argument.value.IsRecord()) return arguments_.push_back(argument);
    for (std::size_t f = 0; f < argument.value.fields.size(); ++f) {
      ExternalArgument field{argument.value.fields[f], argument.local, false, argument.fields};
      field.fields.push_back(f);
      PushFields(field);
    }
  }

  bool FindResult() {
    if (result_ != kNoLocal) return EnsureLocal(l_.context, x_.frame, result_);
    if (!external_.output.IsValid()) return true;
    const syntax::ReferenceId output = l_.tree().ReferenceIdOf(l_.tree()[external_.output]);
    const Meaning meaning = Resolve(l_, output);
    const bool is_local =
        meaning.kind == Meaning::Kind::kComponent && x_.frame.HasLocal(meaning.env, meaning.index);
    if (is_local) result_ = meaning.index;
    return is_local && EnsureLocal(l_.context, x_.frame, result_);
  }

  bool HasNumbersForResults() const {
    const auto is_number = [&](std::uint32_t local) {
      return local == kNoLocal || x_.frame.locals[local].value.type != BaseType::kString;
    };
    return is_number(result_) &&
           std::ranges::all_of(arguments_, [&](const auto& a) { return is_number(a.local); });
  }

  // Numbers of the run among the arguments.
  std::size_t NumVarying() const {
    std::size_t count = 0;
    for (const ExternalArgument& argument : arguments_) {
      for (std::size_t k = 0; k < argument.value.size(); ++k) count += argument.value[k].IsConstant() ? 0 : 1;
    }
    return count;
  }

  // Targets need not have a value.
  bool IsKnown() const {
    for (const ExternalArgument& argument : arguments_) {
      if (argument.local != kNoLocal && !x_.frame.locals[argument.local].is_assigned) continue;
      if (!argument.value.IsConstant() || LateObjectOf(argument.value) != nullptr) return false;
    }
    return true;
  }

  // The object, if it is made at the start of a simulation; otherwise null.
  const routine::LateObject* LateObjectOf(const Value& value) const {
    if (value.type != BaseType::kExternalObject || !value.scalar.IsConstant()) return nullptr;
    const auto& objects = l_.context.functions.foreign.objects;
    return dynamic_cast<const routine::LateObject*>(
        objects[static_cast<std::size_t>(value.scalar.number)].get());
  }

  bool IsLateConstructor() const {
    return result_ != kNoLocal && x_.frame.locals[result_].value.type == BaseType::kExternalObject &&
           l_.purpose.mode == Mode::kSymbolic && l_.writer() == nullptr && !IsKnown();
  }

  // The object is made at the start of a simulation, when its arguments are known.
  bool MakeLate(const native::Native& native) {
    std::vector<routine::NativePlace> inputs;
    std::vector<expr::ExprId> operands;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      if (LateObjectOf(arguments_[i].value) != nullptr) {
        l_.Refuse(span_, "an argument of `{}` is an object that is made at the start of the simulation",
                  name_);
        return false;
      }
      if (!TakeInputs(i, &inputs, &operands)) return false;
    }
    ForeignState& foreign = l_.context.functions.foreign;
    const auto texts = l_.context.strings.texts;
    foreign.objects.push_back(std::make_shared<routine::LateObject>(
        routine::OpenCall{&native, MakeCall(), std::move(inputs), texts}, std::move(operands)));
    Local& local = x_.frame.locals[result_];
    local.value.scalar = Constant(static_cast<double>(foreign.objects.size() - 1));
    local.is_assigned = true;
    return true;
  }

  // The elements of an argument that come with each call. False: one of them has no value.
  bool TakeInputs(std::size_t i, std::vector<routine::NativePlace>* inputs,
                  std::vector<expr::ExprId>* operands) {
    const ExternalArgument& argument = arguments_[i];
    for (std::size_t k = 0; k < argument.value.size(); ++k) {
      const Scalar& element = argument.value[k];
      if (element.IsConstant() || (argument.local != kNoLocal && element.IsUnknown())) continue;
      if (element.IsUnknown()) {
        l_.Refuse(span_, "an argument of `{}` has no value", name_);
        return false;
      }
      inputs->push_back({i, k});
      operands->push_back(ToExpr(l_, element));
    }
    return true;
  }

  Datum ToDatum(const Value& value) const {
    Datum datum;
    datum.dims.assign(value.dims.begin(), value.dims.end());
    if (value.type == BaseType::kExternalObject) {
      if (value.scalar.IsConstant())
        datum.object = l_.context.functions.foreign.objects[static_cast<std::size_t>(value.scalar.number)];
    } else if (value.type == BaseType::kString) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        datum.texts.emplace_back(value[i].IsConstant() ? l_.context.strings.TextOf(value[i])
                                                       : std::string_view());
      }
    } else {
      for (std::size_t i = 0; i < value.size(); ++i)
        datum.numbers.push_back(value[i].IsConstant() ? value[i].number : 0.0);
    }
    return datum;
  }

  NativeCall MakeCall() const {
    NativeCall call;
    call.callee = callee_;
    for (const ExternalArgument& argument : arguments_) call.arguments.push_back(ToDatum(argument.value));
    return call;
  }

  // ---- With numbers ----

  bool RunNow(const native::Native& native) {
    NativeCall call = MakeCall();
    if (name_ == "ModelicaInternal_fullPathName" && call.Text(0).starts_with("modelica:"))
      return FindResource(call.Text(0));
    if (name_ == "ModelicaRandom_automaticGlobalSeed") return DrawSeed(native);
    if (const auto failed = native.function(call)) {
      // Under a condition of the run the call may never happen.
      if (l_.context.functions.progress.num_guards > 0) {
        l_.Refuse(span_, "`{}` fails under a condition of the run: {}", name_, *failed);
      } else {
        l_.Error(Code::kFunctionFailed, call_, "{}", *failed);
      }
      return false;
    }
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      if (arguments_[i].local != kNoLocal && !Store(arguments_[i], call.arguments[i])) return false;
    }
    return result_ == kNoLocal || Store({{}, result_}, call.result);
  }

  // A text is read more than once, but a call has one seed. It is reported, so that the run can be repeated.
  bool DrawSeed(const native::Native& native) {
    auto& seeds = l_.context.functions.foreign.automatic_seeds;
    const auto [at, is_new] =
        seeds.try_emplace(fmt::format("{} {} {}", call_.file.value, call_.begin, x_.frame.node.value), 0.0);
    NativeCall call = MakeCall();
    if (is_new) {
      if (native.function(call)) return false;
      at->second = call.result.number();
      SayAtStart(l_.context, fmt::format("automaticGlobalSeed: {:.0f}", at->second), call_);
    }
    call.result.numbers = {at->second};
    return result_ == kNoLocal || Store({{}, result_}, call.result);
  }

  bool FindResource(const std::string& uri) {
    auto path = library::ResolveResource(l_.context.envs.store(), uri, call_);
    if (!path) {
      for (Diagnostic& mistake : path.error()) l_.context.reporter.Report(std::move(mistake));
      return false;
    }
    Datum datum;
    datum.texts = {std::move(*path)};
    return result_ == kNoLocal || Store({{}, result_}, datum);
  }

  bool Store(const ExternalArgument& argument, const Datum& datum) {
    Local& local = x_.frame.locals[argument.local];
    Value& value = WrittenPart(x_.frame, argument);
    const std::size_t found = datum.object ? 1 : std::max(datum.numbers.size(), datum.texts.size());
    if (found != value.size()) {
      l_.Error(Code::kFunctionFailed, span_, "`{}` gives {} values to `{}`, which has {}", name_, found,
               l_.Text(l_.context.envs.Members(x_.frame.env)[argument.local].name), value.size());
      return false;
    }
    for (std::size_t i = 0; i < found; ++i) {
      if (datum.object) {
        l_.context.functions.foreign.objects.push_back(datum.object);
        RecordObject(l_.context.functions.foreign.objects.size() - 1, value.type);
        value[i] = Constant(static_cast<double>(l_.context.functions.foreign.objects.size() - 1));
      } else {
        value[i] =
            datum.texts.empty() ? Constant(datum.numbers[i]) : l_.context.strings.ConstantOf(datum.texts[i]);
      }
    }
    local.is_assigned = true;
    return true;
  }

  // ---- For flat text (call_texts.h) ----

  void RecordObject(std::size_t number, Type type) {
    if (!l_.context.functions.call_records) return;
    ObjectRecord record{type, x_.frame.node, {}};
    for (const std::uint32_t input : SignatureOf(l_.context, x_.frame.env).inputs)
      record.arguments.push_back(x_.frame.locals[input].value);
    l_.context.functions.call_records->objects.emplace(number, std::move(record));
  }

  void RecordCall(expr::FunctionId function, std::size_t num_trailing_operands = 0) {
    if (!l_.context.functions.call_records || l_.context.functions.graph != nullptr) return;
    NativeRecord record{name_,
                        LanguageOf(l_.tree(), external_),
                        x_.frame.node,
                        callee_ ? ForeignAnnotation() : "",
                        callee_ ? whole_arguments_ : arguments_,
                        arguments_.size() - num_trailing_operands,
                        num_trailing_operands,
                        {}};
    const std::uint32_t result = callee_ ? whole_result_ : result_;
    if (result != kNoLocal) record.result = x_.frame.locals[result].value;
    l_.context.functions.call_records->natives.try_emplace(function.value, std::move(record));
  }

  std::string ForeignAnnotation() const {
    return ForeignAnnotationText(l_.context, {l_.tree(), external_, x_.frame.env, name_, call_});
  }

  // ---- With values of the run ----

  bool RunLater(const native::Native& native) {
    std::vector<Value> values;
    for (const ExternalArgument& argument : arguments_) values.push_back(argument.value);
    if (const auto looked_up = LookUpInTable(l_, name_, values); looked_up && result_ != kNoLocal) {
      const bool is_call =
          looked_up->kind == Scalar::Kind::kExpression && l_.graph().op(looked_up->expr) == expr::Op::kCall;
      const bool is_value = name_.ends_with("_getValue") || name_.ends_with("_nextTimeEvent");
      if (is_call && is_value)
        RecordCall(l_.graph().function(looked_up->expr), l_.graph().operands(looked_up->expr).size());
      x_.frame.locals[result_].value.scalar = *looked_up;
      x_.frame.locals[result_].is_assigned = true;
      return true;
    }
    // In an expression of an event it would be evaluated in each round of every event, even if its branch is
    // not taken. That is much work for a Fourier transform. As an effect it is evaluated only when needed.
    constexpr std::size_t kManyNumbers = 32;
    const bool is_large = MayAct(l_) && NumVarying() > kManyNumbers;
    if (native.reach == native::Reach::kNone && !is_large) return CallNative(native);
    if (MayAct(l_)) return RunAtEvent(native);
    l_.Refuse(span_, "`{}` depends on more than its arguments", name_);
    return false;
  }

  bool RunAtEvent(const native::Native& native) {
    if (std::ranges::any_of(arguments_, [&](const auto& a) { return LateObjectOf(a.value) != nullptr; })) {
      l_.Refuse(span_, "`{}` acts on an object that is made at the start of the simulation", name_);
      return false;
    }
    return ActAtEvent(x_, {native, name_, MakeCall(), arguments_, result_, span_, call_});
  }

  bool CallNative(const native::Native& native) {
    std::vector<routine::NativePlace> inputs, outputs;
    std::vector<expr::ExprId> operands;
    std::string key = name_;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const ExternalArgument& argument = arguments_[i];
      const bool is_output = argument.local != kNoLocal;
      key += ToString(argument.value.dims);
      for (std::size_t k = 0; k < argument.value.size(); ++k) {
        AppendKey(argument.value[k], &key);
        if (is_output) outputs.push_back({i, k});
      }
      if (!TakeInputs(i, &inputs, &operands)) return false;
    }
    bool has_late = false;
    for (const ExternalArgument& argument : arguments_) {
      const routine::LateObject* const late = LateObjectOf(argument.value);
      if (late == nullptr) continue;
      has_late = true;
      if (l_.writer() != nullptr) {
        l_.Refuse(span_, "`{}` needs an object that is made at the start of the simulation", name_);
        return false;
      }
      operands.insert(operands.end(), late->operands().begin(), late->operands().end());
    }
    if (result_ != kNoLocal) outputs.push_back({});
    auto& function = l_.context.functions.foreign.natives[key];
    if (!function && has_late)
      function = std::make_shared<routine::CallOfLateObjects>(
          name_, routine::OpenCall{&native, MakeCall(), inputs, l_.context.strings.texts}, outputs);
    if (!function)
      function = std::make_shared<routine::NativeFunction>(name_, native, MakeCall(), inputs, outputs,
                                                           l_.context.strings.texts);
    const expr::FunctionId id = l_.graph().AddFunction(function);
    RecordCall(id);
    // An array without elements, too.
    for (const ExternalArgument& argument : arguments_) {
      if (argument.local != kNoLocal) x_.frame.locals[argument.local].is_assigned = true;
    }
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const bool is_result = outputs[k].argument == routine::NativePlace::kResult;
      const ExternalArgument& written =
          is_result ? ExternalArgument{{}, result_} : arguments_[outputs[k].argument];
      Value& value = WrittenPart(x_.frame, written);
      if (value.type == BaseType::kExternalObject) {
        l_.Refuse(span_, "`{}` would create an external object during the run", name_);
        return false;
      }
      value[outputs[k].element] = Expression(l_.graph().Call(id, k, operands));
      x_.frame.locals[written.local].is_assigned = true;
    }
    return true;
  }

  static void AppendKey(const Scalar& element, std::string* key) {
    key->push_back(static_cast<char>('0' + static_cast<int>(element.kind)));
    if (!element.IsConstant()) return;
    char bytes[sizeof(double)];
    std::memcpy(bytes, &element.number, sizeof bytes);
    key->append(bytes, sizeof bytes);
  }

  Execution& x_;
  Lowering& l_;
  const syntax::External& external_;
  const std::string name_;
  const Span span_;
  const Span call_;
  std::vector<ExternalArgument> arguments_;
  std::uint32_t result_ = kNoLocal;
  std::vector<ExternalArgument> whole_arguments_;  // of a loaded function, with records in one piece
  std::uint32_t whole_result_ = kNoLocal;
  std::shared_ptr<const native::ForeignFunction> callee_;  // null: it is a built-in one
};

// external "builtin" y = sin(u).
bool RunBuiltin(Execution& x, const syntax::External& external, const Builtin& builtin) {
  Lowering& l = x.l;
  const Span span = l.tree().SpanOf(external);
  Value value = builtin.handler(l, {builtin, span, span, l.tree().List(external.arguments)});
  const syntax::ReferenceId output = l.tree().ReferenceIdOf(l.tree()[external.output]);
  return !value.IsError() && AssignTo(x, output, std::move(value), span);
}

// The only C function with a special meaning: it raises the error.
bool RunError(Execution& x, ExpressionId message, Span call) {
  Lowering& l = x.l;
  if (x.frame.writer != nullptr) return WriteFailure(x, message);
  // Under a condition of the run it is an assertion about that condition.
  if (l.context.functions.progress.num_guards > 0) return FailLater(l, message, l.SpanOf(message));
  const Value text = Lower(l, message);
  const bool is_known = text.type == BaseType::kString && text.IsScalar() && text.scalar.IsConstant();
  l.Error(Code::kFunctionFailed, call, "{}",
          is_known ? l.context.strings.TextOf(text.scalar) : "a function reports an error");
  return false;
}

}  // namespace

bool RunExternal(Execution& x, const syntax::External& external, Span call) {
  Lowering& l = x.l;
  std::string name;
  if (external.function.IsValid()) {
    name = l.Text(external.function);
  } else {
    name = l.context.envs.NameOf(x.frame.env);
    name = name.substr(name.rfind('.') + 1);
  }
  const std::string language = LanguageOf(l.tree(), external);
  const Builtin* builtin = language == "builtin" ? FindBuiltin(name) : nullptr;
  if (builtin != nullptr && external.output.IsValid()) return RunBuiltin(x, external, *builtin);
  if (l.purpose.mode == Mode::kCheck) return true;
  const auto arguments = l.tree().List(external.arguments);
  if (name == "ModelicaError" && arguments.size() == 1) return RunError(x, arguments[0], call);
  if (const native::Native* native = native::FindNative(name)) {
    if (name == native::kOpenFmu && !l.context.functions.foreign.is_allowed) {
      l.context.reporter.Report(
          Error(Code::kForeignFunction, call, "this would run the binary of an FMU in this process")
              .Hint("--allow-external permits it"));
      return false;
    }
    ExternalCall external_call(x, external, name, call);
    return external_call.Run(*native) && external_call.Keep();
  }
  const bool is_loadable = language == "C" || language == kFortran;
  if (l.context.functions.foreign.is_allowed && is_loadable) {
    ExternalCall external_call(x, external, name, call);
    return external_call.RunForeign() && external_call.Keep();
  }
  l.Refuse(l.tree().SpanOf(external),
           "`{}` is an external function of {}, and not one of those that are known here{}", name, language,
           is_loadable ? " (`--allow-external` loads it)" : "");
  l.context.functions.refusal->is_final = true;
  return false;
}

}  // namespace daedalus::semantics
