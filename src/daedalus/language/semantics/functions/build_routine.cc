#include "daedalus/language/semantics/functions/build_routine.h"

#include <algorithm>
#include <cstring>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/functions/call_texts.h"
#include "daedalus/language/semantics/functions/derivative_annotation.h"
#include "daedalus/language/semantics/functions/function_body.h"
#include "daedalus/language/semantics/functions/function_frame.h"
#include "daedalus/language/semantics/functions/inverse_annotation.h"
#include "daedalus/language/semantics/functions/missing_fields.h"
#include "daedalus/language/semantics/functions/routine_rules.h"
#include "daedalus/language/semantics/functions/routine_writer.h"
#include "daedalus/language/semantics/functions/run_array.h"
#include "daedalus/system/routine/search.h"

namespace daedalus::semantics {
namespace {

using expr::ExprId;
using routine::Register;

// The depth of functions within functions that are being made at the same time.
constexpr std::size_t kMaxNesting = 64;

template <class T>
void Append(const T& number, std::string* key) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &number, sizeof bytes);
  key->append(bytes, sizeof bytes);
}

// Sizes and fixed arguments. False: something that must be known is not.
bool AppendKey(const FunctionState& functions, Value value, bool is_general, std::string* key) {
  bool ok = HasElements(value);
  ForEachLeaf(value, [&](const Value& leaf) {
    Append(leaf.dims.size(), key);
    for (const std::int64_t size : leaf.dims) Append(size, key);
  });
  ForEachScalar(value, [&](Type type, Scalar& element) {
    const bool is_fixed = IsFixed(type, element, is_general);
    key->push_back(is_fixed ? '=' : '?');
    ok = ok && (!is_fixed || element.IsConstant()) && !element.IsUnknown();
    if (!ok || !is_fixed) return;
    if (type != BaseType::kFunction) return Append(element.number, key);
    const FunctionValue& function = FunctionIn(functions, element);
    Append(function.env.value, key);
    Append(function.node.value, key);
    for (const auto& [name, bound] : function.bound) {
      Append(name.value, key);
      ok = ok && AppendKey(functions, bound, is_general, key);
    }
  });
  return ok;
}

// The key consists of function, sizes and fixed arguments. nullopt if something that must be known is not.
std::optional<std::string> KeyOf(Lowering& l, const RoutineCall& call, bool is_general) {
  std::string key = fmt::format("{} {} ", call.function.env.value, call.function.node.value);
  for (const auto& given : call.values) {
    key.push_back(given ? '+' : '-');
    if (!given || AppendKey(l.context.functions, *given, is_general, &key)) continue;
    l.RefuseSize(call.span, "an argument that must be known before the run is not known");
    return std::nullopt;
  }
  return key;
}

// While a routine is being made, expressions are built in its graph, and enclosing calls do not matter.
class Making {
 public:
  Making(Context& context, RoutineWriter& writer, std::string key)
      : functions_(context.functions),
        outside_(context.functions),
        graph_(std::exchange(functions_.graph, &writer.graph)) {
    functions_.routines.in_making.push_back({std::move(key)});
    functions_.progress.depth = 1;  // the call reports refusals inside it
  }
  ~Making() {
    functions_.routines.in_making.pop_back();
    functions_.graph = graph_;
  }
  Making(const Making&) = delete;
  Making& operator=(const Making&) = delete;

 private:
  FunctionState& functions_;
  OutsideFunctions outside_;
  expr::Graph* graph_;
};

class RoutineBuilder {
 public:
  RoutineBuilder(Lowering& l, const RoutineCall& call, const std::string& key, bool is_general)
      : l_(l), call_(call), key_(key), is_general_(is_general) {}

  // In some cases fields of records among the results get no value. Gives them one from the beginning
  // (missing_fields.h). False: there are none, or other results have no value.
  bool IsToBeFilled() {
    const auto& outputs = l_.context.functions.routines.built[key_].outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (outputs[i].IsError() && missing_[i].empty()) return false;
    }
    fills_missing_ = std::any_of(outputs.begin(), outputs.end(), [](const Value& v) { return v.IsError(); });
    return fills_missing_;
  }

  void ReportFilled() const {
    for (std::size_t i = 0; i < missing_.size(); ++i) {
      const bool is_filled = !l_.context.functions.routines.built[key_].outputs[i].IsError();
      if (missing_[i].empty() || !is_filled) continue;
      const scope::Member& member = l_.context.envs.Members(call_.function.env)[call_.signature.outputs[i]];
      ReportMissingFields(l_, call_.function.env, member, missing_[i]);
    }
  }

  // Null after a mistake or refusal; otherwise the routine is kept.
  bool Build() {
    const std::size_t num_inputs = CountInputs();
    RoutineWriter writer(num_inputs);
    const Making making(l_.context, writer, key_);
    const GivenValues inputs = AsRegisters(writer);
    FunctionFrame frame = MakeFrame(l_, call_.function.env, call_.function.node);
    frame.purpose = {};
    frame.depends_on_free = nullptr;
    frame.writer = &writer;
    if (!FillInputs(l_, call_.function, inputs, call_.span, frame)) return false;
    if (fills_missing_) FillMissing(frame);
    if (!KeepFirstValues(writer, frame)) return false;
    BuiltRoutine& built = l_.context.functions.routines.built[key_];
    for (const std::uint32_t output : call_.signature.outputs)
      built.outputs.push_back(Shape(frame.locals[output].value));
    if (!RunBody(l_.context, frame, call_.span) || l_.context.functions.refusal) return false;
    for (const std::size_t jump : writer.returns) writer.code.Land(jump);
    open_to_ = l_.context.functions.routines.in_making.back().open_to;
    return Finish(writer, frame, num_inputs);
  }
  // The outermost level among the routines that it calls and that are being made.
  std::size_t open_to() const { return open_to_; }

 private:
  std::size_t CountInputs() const {
    std::size_t count = 0;
    for (const auto& given : call_.values) {
      if (!given) continue;
      ForEachGiven(l_.context.functions, *given, [&](Type type, const Scalar& element) {
        count += IsFixed(type, element, is_general_) ? 0 : 1;
      });
    }
    return count;
  }

  GivenValues AsRegisters(RoutineWriter& writer) const {
    GivenValues inputs = call_.values;
    Register next = 0;
    for (auto& given : inputs) {
      if (given) ToRegisters(writer, *given, next);
    }
    return inputs;
  }

  // The arguments that are not fixed, also of what was bound to functions.
  void ToRegisters(RoutineWriter& writer, Value& value, Register& next) const {
    std::vector<FunctionValue>& functions = l_.context.functions.values;
    ForEachScalar(value, [&](Type type, Scalar& element) {
      if (!IsFixed(type, element, is_general_)) element = writer.Leaf(next++);
      if (type != BaseType::kFunction || FunctionIn(l_.context.functions, element).bound.empty()) return;
      FunctionValue inside = FunctionIn(l_.context.functions, element);
      for (auto& [name, bound] : inside.bound) ToRegisters(writer, bound, next);
      functions.push_back(std::move(inside));
      element = Constant(static_cast<double>(functions.size() - 1));
    });
    ForEachLeaf(value, [](Value& leaf) {
      if (!leaf.IsConstant()) leaf.variability = Variability::kContinuous;
    });
  }

  // Values of declarations; inputs are never assigned.
  bool KeepFirstValues(RoutineWriter& writer, FunctionFrame& frame) {
    TextScope text{l_.tree(), frame.node, {}, {}, &frame};
    Lowering inside{l_.context, text};
    for (std::uint32_t i = 0; i < frame.locals.size(); ++i) {
      const bool is_input = std::find(call_.signature.inputs.begin(), call_.signature.inputs.end(), i) !=
                            call_.signature.inputs.end();
      const bool is_variable = !l_.context.envs.Members(frame.env)[i].is_class;
      if (is_variable && !is_input && !writer.Keep(inside, frame.locals[i], nullptr, call_.span))
        return false;
    }
    return true;
  }

  static Value Shape(Value value) {
    ForEachScalar(value, [](Type type, Scalar& element) {
      if (FitsRegister(type)) element = Scalar();
    });
    ForEachLeaf(value, [](Value& leaf) { leaf.variability = Variability::kConstant; });
    value.variability = Variability::kConstant;
    return value;
  }

  // A text that is the same in every call is known to the caller, besides being a result.
  static void KeepKnownTexts(Value known, Value& output) {
    std::vector<Scalar> scalars;
    ForEachScalar(known, [&](Type, Scalar& element) { scalars.push_back(element); });
    std::size_t next = 0;
    ForEachScalar(output, [&](Type type, Scalar& element) {
      const Scalar& scalar = scalars[next++];
      if (type == BaseType::kString && scalar.IsConstant()) element = scalar;
    });
  }

  // It has a value at the end and at every return.
  static bool IsComplete(const RoutineWriter& writer, const FunctionFrame& frame, std::uint32_t output) {
    const auto has_value = [&](const Local& local) {
      if (!local.is_assigned || (!local.first_register && !local.value.IsOfRun())) return false;
      Value value = local.value;
      bool is_known = true;
      ForEachScalar(value, [&](Type, Scalar& element) { is_known = is_known && !element.IsUnknown(); });
      return is_known;
    };
    return has_value(frame.locals[output]) &&
           std::all_of(writer.at_returns.begin(), writer.at_returns.end(),
                       [&](const std::vector<Local>& locals) { return has_value(locals[output]); });
  }

  void FillMissing(FunctionFrame& frame) const {
    for (std::size_t i = 0; i < missing_.size(); ++i) {
      Value& value = frame.locals[call_.signature.outputs[i]].value;
      if (!missing_[i].empty()) GiveMissingFields(Value(value), value);
    }
  }

  bool Finish(RoutineWriter& writer, const FunctionFrame& frame, std::size_t num_inputs) {
    BuiltRoutine& built = l_.context.functions.routines.built[key_];
    if (!fills_missing_) missing_.assign(call_.signature.outputs.size(), {});
    std::vector<Register> outputs;
    for (std::size_t i = 0; i < call_.signature.outputs.size(); ++i) {
      const Local& local = frame.locals[call_.signature.outputs[i]];
      // A return before the size was found leaves with other registers.
      const bool gets_size = !HasElements(built.outputs[i]);
      if (gets_size && !writer.returns.empty()) refused_ = true;
      built.outputs[i] = IsComplete(writer, frame, call_.signature.outputs[i]) ? Shape(local.value) : Value();
      if (built.outputs[i].IsError() && local.value.IsRecord())
        missing_[i] = NamesOfMissingFields(l_.types(), local.value);
      if (built.outputs[i].IsError()) continue;
      if (local.value.IsOfRun()) {
        for (const Value& part : local.value.fields) outputs.push_back(writer.Write(l_, part.scalar));
        writer.code.KeepArena();
        continue;
      }
      if (HasArrayOfRun(local.value)) writer.code.KeepArena();
      Register next = *local.first_register;
      ForEachScalar(built.outputs[i], [&](Type type, Scalar& element) {
        if (FitsRegister(type)) outputs.push_back(next);
        if (!FitsRegister(type) && !element.IsConstant()) refused_ = true;
        ++next;
      });
      if (writer.returns.empty()) KeepKnownTexts(local.value, built.outputs[i]);
    }
    if (refused_) {
      l_.Refuse(call_.span, "a result is an object, or of a size, that is known during the run only");
      return false;
    }
    built.leaves = writer.leaves;
    const std::size_t num_outputs = outputs.size();
    routine::RoutineBody body = writer.code.Take(std::move(outputs));
    const bool calls_itself = std::find(body.calls.begin(), body.calls.end(), nullptr) != body.calls.end();
    if ((calls_itself || built.reference) && !built.leaves.empty()) {
      l_.Refuse(call_.span, "a function that calls itself refers to parameters of the model");
      return false;
    }
    if (built.reference && built.reference->num_outputs() != num_outputs) {
      l_.Refuse(call_.span, "a result that is used where functions call each other in a circle has no value");
      return false;
    }
    built.function =
        std::make_shared<routine::Routine>(l_.context.envs.NameOf(call_.function.env),
                                           num_inputs + built.leaves.size(), num_outputs, std::move(body));
    built.function->SetPlace(SpanOfFunction());
    if (built.reference) built.reference->Bind(built.function);
    FindSearched(built);
    return true;
  }

  Span SpanOfFunction() const {
    const scope::ClassId cls = l_.context.envs[call_.function.env].cls;
    if (!cls.IsValid()) return {};
    const library::ClassStore& store = l_.context.envs.store();
    return store.tree(cls).SpanOf(store.definition(cls).name);
  }

  // A function that its author declares differentiable counts as such, whatever it contains.
  void FindSearched(BuiltRoutine& built) const {
    if (SmoothOrderOf(l_.context, call_.function.env) > 0) return;
    std::vector<char> is_real_input, is_real_output;
    for (const auto& given : call_.values) {
      if (!given) continue;
      ForEachGiven(l_.context.functions, *given, [&](Type type, const Scalar& element) {
        if (!IsFixed(type, element, is_general_)) is_real_input.push_back(type == BaseType::kReal);
      });
    }
    for (Value output : built.outputs) {
      ForEachScalar(output, [&](Type type, Scalar&) {
        if (FitsRegister(type)) is_real_output.push_back(type == BaseType::kReal);
      });
    }
    built.function->SetSearched(routine::SearchedInputs(*built.function, is_real_input, is_real_output));
  }

  Lowering& l_;
  const RoutineCall& call_;
  const std::string& key_;
  const bool is_general_;
  bool refused_ = false;
  bool fills_missing_ = false;
  std::size_t open_to_ = BuiltRoutine::kClosed;
  std::vector<std::string> missing_;  // names of fields, by output
};

std::vector<ExprId> Operands(Lowering& l, const RoutineCall& call, const BuiltRoutine& built,
                             bool is_general) {
  std::vector<ExprId> operands;
  for (const auto& given : call.values) {
    if (!given) continue;
    ForEachGiven(l.context.functions, *given, [&](Type type, const Scalar& element) {
      if (!IsFixed(type, element, is_general)) operands.push_back(ToExpr(l, element));
    });
  }
  for (const expr::Leaf& leaf : built.leaves) {
    operands.push_back(leaf.kind == expr::Op::kTime ? l.graph().Time()
                                                    : l.graph().Parameter(expr::ParameterId(leaf.id)));
  }
  return operands;
}

// The results as nodes of the graph.
void CallInGraph(Lowering& l, const BuiltRoutine& built, std::span<const ExprId> operands,
                 std::vector<Value>* results) {
  const expr::FunctionId id = l.graph().AddFunction(built.function);
  std::size_t next = 0;
  for (Value& result : *results) {
    ForEachScalar(result, [&](Type type, Scalar& element) {
      if (!FitsRegister(type)) return;
      const std::size_t number = next++;
      if (element.IsUnknown()) element = Expression(l.graph().Call(id, number, operands));
    });
  }
}

// Its derivatives and inverses, which it owns, may call it or each other. Rules apply only to calls in
// equations, so byte code calls a copy without them.
bool MayHaveRules(Context& context, scope::EnvId function) {
  return !DerivativesOf(context, function).empty() || !InversesOf(context, function).empty();
}

// The callee of an instruction: an enclosing routine that is being made is called by reference; the routine
// itself needs none.
routine::Callee CalleeOf(Lowering& l, const RoutineCall& call, const std::string& key, BuiltRoutine& built,
                         std::size_t num_inputs, std::size_t num_outputs) {
  if (built.function && MayHaveRules(l.context, call.function.env)) {
    if (!built.called_back) built.called_back = built.function->WithoutRules();
    return built.called_back;
  }
  if (built.function) return built.function;
  if (l.context.functions.routines.in_making.back().key == key) return nullptr;
  if (!built.reference) {
    built.reference = std::make_shared<routine::BackReference>(l.context.envs.NameOf(call.function.env),
                                                               num_inputs, num_outputs);
  }
  return built.reference;
}

// Writes the call as an instruction, whose results go to registers.
void CallInRoutine(Lowering& l, const RoutineCall& call, const std::string& key, BuiltRoutine& built,
                   std::span<const ExprId> operands, std::vector<Value>* results) {
  RoutineWriter& w = *l.writer();
  const std::vector<Register> inputs = w.code.WriteAll(operands);
  std::vector<Register> outputs;
  for (Value& result : *results) {
    ForEachScalar(result, [&](Type type, Scalar& element) {
      if (!FitsRegister(type)) return;
      outputs.push_back(w.code.NewRegister());
      if (element.IsUnknown()) element = w.Leaf(outputs.back());
    });
  }
  if (std::ranges::any_of(*results, HasArrayOfRun)) w.NeedMark();
  w.code.Call(CalleeOf(l, call, key, built, inputs.size(), outputs.size()), inputs, outputs);
}

// True if a routine that is being made calls the one at this level, directly or not.
void StayOpen(FunctionState& functions, std::size_t level) {
  if (functions.routines.in_making.empty()) return;
  std::size_t& open_to = functions.routines.in_making.back().open_to;
  open_to = std::min(open_to, level);
}

// The one at this level has been made, or has failed: routines that call it are owned by it alone.
void ForgetOpen(FunctionState& functions, std::size_t level) {
  std::erase_if(functions.routines.built, [&](const auto& entry) {
    return entry.second.open_to != BuiltRoutine::kClosed && entry.second.open_to >= level;
  });
}

bool BuildOrFill(Lowering& l, RoutineBuilder& builder, const std::string& key) {
  FunctionState& functions = l.context.functions;
  if (!builder.Build()) return false;
  if (!builder.IsToBeFilled()) return true;
  functions.routines.built.erase(key);
  ForgetOpen(functions, functions.routines.in_making.size());
  if (!builder.Build()) return false;
  builder.ReportFilled();
  return true;
}

}  // namespace

FoundRoutine FindRoutine(Lowering& l, const RoutineCall& call) {
  FunctionState& functions = l.context.functions;
  // Finds calls of the same function with other numbers inside itself.
  const std::string prefix = fmt::format("{} {} ", call.function.env.value, call.function.node.value);
  const auto& building = functions.routines.in_making;
  const bool is_general = std::any_of(building.begin(), building.end(), [&](const RoutineInMaking& other) {
    return other.key.starts_with(prefix);
  });
  const auto key = KeyOf(l, call, is_general);
  if (!key) return {};
  const auto made = std::find_if(building.begin(), building.end(),
                                 [&](const RoutineInMaking& other) { return other.key == *key; });
  if (made != building.end() && made + 1 != building.end())
    StayOpen(functions, static_cast<std::size_t>(made - building.begin()));
  if (const auto found = functions.routines.built.find(*key); found != functions.routines.built.end()) {
    StayOpen(functions, found->second.open_to);
    return {&found->second, *key, is_general};
  }
  if (building.size() >= kMaxNesting) {
    l.Refuse(call.span, "functions call each other more than {} levels deep", kMaxNesting);
    return {};
  }
  RoutineBuilder builder(l, call, *key, is_general);
  const std::size_t level = building.size();
  const bool ok = BuildOrFill(l, builder, *key);
  ForgetOpen(functions, level);
  if (!ok) {
    functions.routines.built.erase(*key);
    return {};
  }
  BuiltRoutine& built = functions.routines.built[*key];
  built.open_to = builder.open_to() < level ? builder.open_to() : BuiltRoutine::kClosed;
  StayOpen(functions, built.open_to);
  if (functions.call_records) {
    functions.call_records->routines.try_emplace(
        built.function.get(), RoutineRecord{built.function, call.function, call.values, is_general,
                                            built.outputs, built.leaves.size()});
  }
  const bool has_run = std::any_of(call.values.begin(), call.values.end(),
                                   [](const auto& given) { return given && HasArrayOfRun(*given); });
  if (has_run) return {&built, *key, is_general};  // rules apply to calls in equations
  AddRules(l, call, is_general, built);
  return {&built, *key, is_general};
}

std::optional<std::vector<Value>> CallRoutine(Lowering& l, const RoutineCall& call) {
  const FoundRoutine found = FindRoutine(l, call);
  if (found.built == nullptr) return std::nullopt;
  BuiltRoutine& built = *found.built;
  std::vector<Value> results = built.outputs;
  const bool is_open =
      std::any_of(results.begin(), results.end(), [](const Value& v) { return v.HasUnknownSize(); });
  if (!built.function && is_open) {
    l.Refuse(call.span, "the size of a result is not known where the function calls itself");
    return std::nullopt;
  }
  if (l.writer() == nullptr && std::ranges::any_of(results, HasArrayOfRun)) {
    l.Refuse(call.span, "the size of a result is known during the run only, and an equation needs it before");
    return std::nullopt;
  }
  const std::vector<ExprId> operands = Operands(l, call, built, found.is_general);
  if (operands.empty()) {
    l.Refuse(call.span, "nothing of the run is given to it");
    return std::nullopt;
  }
  if (l.writer() != nullptr) {
    CallInRoutine(l, call, found.key, built, operands, &results);
  } else {
    CallInGraph(l, built, operands, &results);
  }
  return results;
}

}  // namespace daedalus::semantics
