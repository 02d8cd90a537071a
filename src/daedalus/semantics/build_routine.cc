#include "daedalus/semantics/build_routine.h"

#include <algorithm>
#include <cstring>

#include "daedalus/semantics/arithmetic.h"
#include "daedalus/semantics/derivative_annotation.h"
#include "daedalus/semantics/function_body.h"
#include "daedalus/semantics/function_frame.h"
#include "daedalus/semantics/missing_fields.h"
#include "daedalus/semantics/routine_writer.h"

namespace daedalus::semantics {
namespace {

using expr::ExprId;
using routine::Register;

// Functions within functions that are made at the same time.
constexpr std::size_t kMaxNesting = 64;

// Whether the element is a part of the code and not an input.
bool IsFixed(Type type, const Scalar& element, bool is_general) {
  if (!IsNumber(type)) return true;
  return element.IsConstant() && type != BaseType::kReal && !is_general;
}

template <class T>
void Append(const T& number, std::string* key) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &number, sizeof bytes);
  key->append(bytes, sizeof bytes);
}

const FunctionValue& FunctionIn(const FunctionState& functions, const Scalar& element) {
  return functions.values[static_cast<std::size_t>(element.number)];
}

// All scalars of a value, and of what was bound to functions among them (`function f(a = x)`).
template <class Visit>
void ForEachGiven(const FunctionState& functions, Value value, const Visit& visit) {
  ForEachScalar(value, [&](Type type, Scalar& element) {
    visit(type, element);
    if (type != BaseType::kFunction || !element.IsConstant()) return;
    for (const auto& [name, bound] : FunctionIn(functions, element).bound)
      ForEachGiven(functions, bound, visit);
  });
}

// Sizes and what is fixed. False: something that must be known is not.
bool AppendKey(const FunctionState& functions, Value value, bool is_general, std::string* key) {
  bool ok = !value.HasUnknownSize();
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

// By function, sizes and what is fixed; nothing: something that must be known is not.
std::optional<std::string> KeyOf(Lowering& l, const RoutineCall& call, bool is_general) {
  std::string key = fmt::format("{} {} ", call.function.env.value, call.function.node.value);
  for (const auto& given : call.values) {
    key.push_back(given ? '+' : '-');
    if (!given || AppendKey(l.context.functions, *given, is_general, &key)) continue;
    l.Refuse(call.span, "an argument that has to be known before the run is not");
    return std::nullopt;
  }
  return key;
}

// While a routine is being made, expressions are those of its graph, and calls around it are of no account.
class Making {
 public:
  Making(Context& context, RoutineWriter& writer, std::string key)
      : functions_(context.functions),
        outside_(context.functions),
        graph_(std::exchange(functions_.graph, &writer.graph)) {
    functions_.building.push_back(std::move(key));
    functions_.progress.depth = 1;  // what is refused inside is told by the call
  }
  ~Making() {
    functions_.building.pop_back();
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

  // Fields of records among the results that get no value in some cases have one from the beginning (missing_fields.h). False: there
  // are none, or other results have no value.
  bool IsToBeFilled() {
    const auto& outputs = l_.context.functions.routines[key_].outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (outputs[i].IsError() && missing_[i].empty()) return false;
    }
    fills_missing_ = std::any_of(outputs.begin(), outputs.end(), [](const Value& v) { return v.IsError(); });
    return fills_missing_;
  }

  void ReportFilled() const {
    for (std::size_t i = 0; i < missing_.size(); ++i) {
      const bool is_filled = !l_.context.functions.routines[key_].outputs[i].IsError();
      if (missing_[i].empty() || !is_filled) continue;
      const scope::Member& member = l_.context.envs.Members(call_.function.env)[call_.signature.outputs[i]];
      ReportMissingFields(l_, call_.function.env, member, missing_[i]);
    }
  }

  // Nothing after a mistake or refusal; else the routine is among those that are kept.
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
    BuiltRoutine& built = l_.context.functions.routines[key_];
    for (const std::uint32_t output : call_.signature.outputs)
      built.outputs.push_back(Shape(frame.locals[output].value));
    if (!RunBody(l_.context, frame, call_.span) || l_.context.functions.refusal) return false;
    for (const std::size_t jump : writer.returns) writer.code.Land(jump);
    return Finish(writer, frame, num_inputs);
  }

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

  // What is not fixed; so of what was bound to functions, which become others by that.
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

  // Those of declarations; inputs are never assigned to.
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
      if (IsNumber(type)) element = Scalar();
    });
    ForEachLeaf(value, [](Value& leaf) { leaf.variability = Variability::kConstant; });
    value.variability = Variability::kConstant;
    return value;
  }

  // It has a value at the end and at every return.
  static bool IsComplete(const RoutineWriter& writer, const FunctionFrame& frame, std::uint32_t output) {
    const auto has_value = [&](const Local& local) {
      if (!local.is_assigned || !local.first_register) return false;
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
    BuiltRoutine& built = l_.context.functions.routines[key_];
    if (!fills_missing_) missing_.assign(call_.signature.outputs.size(), {});
    std::vector<Register> outputs;
    for (std::size_t i = 0; i < call_.signature.outputs.size(); ++i) {
      const Local& local = frame.locals[call_.signature.outputs[i]];
      // A return before the size was found leaves with other registers.
      if (built.outputs[i].HasUnknownSize() && !writer.returns.empty()) refused_ = true;
      built.outputs[i] = IsComplete(writer, frame, call_.signature.outputs[i]) ? Shape(local.value) : Value();
      if (built.outputs[i].IsError() && local.value.IsRecord())
        missing_[i] = NamesOfMissingFields(l_.types(), local.value);
      if (built.outputs[i].IsError()) continue;
      Register next = *local.first_register;
      ForEachScalar(built.outputs[i], [&](Type type, Scalar& element) {
        if (IsNumber(type)) outputs.push_back(next);
        if (!IsNumber(type) && !element.IsConstant()) refused_ = true;
        ++next;
      });
    }
    if (refused_) {
      l_.Refuse(call_.span, "a result is a String, or of a size, that is known during the run only");
      return false;
    }
    built.leaves = writer.leaves;
    const std::size_t num_outputs = outputs.size();
    routine::RoutineBody body = writer.code.Take(std::move(outputs));
    const bool calls_itself = std::find(body.calls.begin(), body.calls.end(), nullptr) != body.calls.end();
    if (calls_itself && !built.leaves.empty()) {
      l_.Refuse(call_.span, "a function that calls itself refers to parameters of the model");
      return false;
    }
    built.function =
        std::make_shared<routine::Routine>(l_.context.envs.NameOf(call_.function.env),
                                           num_inputs + built.leaves.size(), num_outputs, std::move(body));
    return true;
  }

  Lowering& l_;
  const RoutineCall& call_;
  const std::string& key_;
  const bool is_general_;
  bool refused_ = false;
  bool fills_missing_ = false;
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
      if (IsNumber(type)) element = Expression(l.graph().Call(id, next++, operands));
    });
  }
}

// As an instruction, whose results go to registers.
void CallInRoutine(Lowering& l, const BuiltRoutine& built, std::span<const ExprId> operands,
                   std::vector<Value>* results) {
  RoutineWriter& w = *l.writer();
  const std::vector<Register> inputs = w.code.WriteAll(operands);
  std::vector<Register> outputs;
  for (Value& result : *results) {
    ForEachScalar(result, [&](Type type, Scalar& element) {
      if (!IsNumber(type)) return;
      outputs.push_back(w.code.NewRegister());
      element = w.Leaf(outputs.back());
    });
  }
  w.code.Call(built.function, inputs, outputs);
}

// ---- Derivatives that the author gives ----

const BuiltRoutine* FindRoutine(Lowering& l, const RoutineCall& call, bool* is_general);

bool Names(std::span<const std::string> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Turns the annotations of a function into rules for its routine.
class RuleBuilder {
 public:
  RuleBuilder(Lowering& l, const RoutineCall& call, bool is_general)
      : l_(l), call_(call), is_general_(is_general) {}

  void AddTo(BuiltRoutine& built) {
    if (!built.leaves.empty()) return;
    for (const DerivativeAnnotation& annotation : DerivativesOf(l_.context, call_.function.env)) {
      if (annotation.order == 1) AddFirst(annotation, built);
    }
  }

 private:
  // Numbers among the operands of a call.
  struct Places {
    std::vector<std::size_t> differentiated, zero;
  };

  std::string_view NameOf(const FunctionSignature& signature, std::size_t i) const {
    return l_.context.Text(l_.context.envs.Members(call_.function.env)[signature.inputs[i]].name);
  }

  // The arguments of the derivative: those of the function, then the derivatives of the Real ones that count. Nothing where that is a
  // record, which nobody needed yet.
  std::optional<GivenValues> Given(const DerivativeAnnotation& annotation, Places* places) {
    GivenValues given = call_.values;
    std::size_t place = 0;
    for (std::size_t i = 0; i < call_.values.size(); ++i) {
      if (!call_.values[i]) return std::nullopt;
      Value value = *call_.values[i];
      const std::size_t first = place;
      ForEachGiven(l_.context.functions, value, [&](Type type, const Scalar& element) {
        place += IsFixed(type, element, is_general_) ? 0 : 1;
      });
      const std::string_view name = NameOf(call_.signature, i);
      if (Names(annotation.without, name)) continue;
      if (value.IsRecord()) return std::nullopt;
      const Type type = TypeOfMember(l_.context, call_.function.env, call_.signature.inputs[i]);
      if (type != BaseType::kReal) continue;
      std::vector<std::size_t>& list = Names(annotation.zero, name) ? places->zero : places->differentiated;
      for (std::size_t k = first; k < place; ++k) list.push_back(k);
      if (&list == &places->zero) continue;
      value.type = BaseType::kReal;
      given.push_back(std::move(value));
    }
    return given;
  }

  static std::vector<std::size_t> OutputsOf(const BuiltRoutine& built) {
    std::vector<std::size_t> outputs;
    std::size_t next = 0;
    for (Value output : built.outputs) {
      ForEachScalar(output, [&](Type type, Scalar&) {
        if (IsNumber(type))
          outputs.push_back(type == BaseType::kReal ? next++ : routine::DerivativeRule::kNoDerivative);
      });
    }
    return outputs;
  }

  BuiltRoutine* Make(scope::EnvId env, const GivenValues& given) {
    const FunctionValue function{env, call_.function.node};
    const FunctionSignature signature = SignatureOf(l_.context, env);
    if (signature.inputs.size() != given.size()) return nullptr;
    bool is_general = false;
    const BuiltRoutine* made = FindRoutine(l_, {function, signature, given, call_.span}, &is_general);
    l_.context.functions.refusal.reset();  // without it there is generated code
    const bool is_usable =
        made != nullptr && made->function && made->leaves.empty() && is_general == is_general_;
    return is_usable ? const_cast<BuiltRoutine*>(made) : nullptr;
  }

  void AddFirst(const DerivativeAnnotation& annotation, BuiltRoutine& built) {
    Places places;
    const auto given = Given(annotation, &places);
    const BuiltRoutine* first = given ? Make(annotation.function, *given) : nullptr;
    if (first == nullptr) return;
    routine::DerivativeRule rule;
    rule.function = first->function;
    rule.inputs = places.differentiated;
    rule.constant = places.zero;
    rule.outputs = OutputsOf(built);
    const std::size_t num_inputs = built.function->num_inputs();
    if (first->function->num_inputs() != num_inputs + places.differentiated.size()) return;
    for (const DerivativeAnnotation& next : DerivativesOf(l_.context, annotation.function)) {
      if (next.order == 2) AddSecond(next, *given, places, num_inputs, *first);
    }
    built.function->AddRule(std::move(rule));
  }

  // f_der2(x, x', x''), which holds where x' is the derivative of x.
  void AddSecond(const DerivativeAnnotation& annotation, GivenValues given, const Places& places,
                 std::size_t num_inputs, const BuiltRoutine& first) {
    const std::size_t count = given.size();
    for (std::size_t i = call_.values.size(); i < count; ++i) given.push_back(given[i]);
    const BuiltRoutine* second = Make(annotation.function, given);
    if (second == nullptr || second->function->num_inputs() != num_inputs + 2 * places.differentiated.size())
      return;
    routine::DerivativeRule rule;
    rule.function = second->function;
    for (std::size_t k = 0; k < places.differentiated.size(); ++k) {
      rule.inputs.push_back(num_inputs + k);
      rule.pairs.emplace_back(places.differentiated[k], num_inputs + k);
    }
    rule.constant = places.zero;
    rule.outputs = OutputsOf(first);
    first.function->AddRule(std::move(rule));
  }

  Lowering& l_;
  const RoutineCall& call_;
  const bool is_general_;
};

// Made at the first call. Null after a mistake or a refusal.
const BuiltRoutine* FindRoutine(Lowering& l, const RoutineCall& call, bool* is_general) {
  FunctionState& functions = l.context.functions;
  // The same function with other numbers, inside of itself.
  const std::string prefix = fmt::format("{} {} ", call.function.env.value, call.function.node.value);
  *is_general = std::any_of(functions.building.begin(), functions.building.end(),
                            [&](const std::string& other) { return other.starts_with(prefix); });
  const auto key = KeyOf(l, call, *is_general);
  if (!key) return nullptr;
  const auto& building = functions.building;
  const bool is_being_made = std::find(building.begin(), building.end(), *key) != building.end();
  if (is_being_made && building.back() != *key) {
    l.Refuse(call.span, "`{}` calls a function that calls it", l.context.envs.NameOf(call.function.env));
    return nullptr;
  }
  if (const auto found = functions.routines.find(*key); found != functions.routines.end())
    return &found->second;
  if (building.size() >= kMaxNesting) {
    l.Refuse(call.span, "functions call each other more than {} levels deep", kMaxNesting);
    return nullptr;
  }
  RoutineBuilder builder(l, call, *key, *is_general);
  bool ok = builder.Build();
  if (ok && builder.IsToBeFilled()) {
    functions.routines.erase(*key);
    ok = builder.Build();
    if (ok) builder.ReportFilled();
  }
  if (!ok) {
    functions.routines.erase(*key);
    return nullptr;
  }
  BuiltRoutine& built = functions.routines[*key];
  RuleBuilder(l, call, *is_general).AddTo(built);
  return &built;
}

}  // namespace

std::optional<std::vector<Value>> CallRoutine(Lowering& l, const RoutineCall& call) {
  bool is_general = false;
  const BuiltRoutine* const built = FindRoutine(l, call, &is_general);
  if (built == nullptr) return std::nullopt;
  std::vector<Value> results = built->outputs;
  const bool is_open =
      std::any_of(results.begin(), results.end(), [](const Value& v) { return v.HasUnknownSize(); });
  if (!built->function && is_open) {
    l.Refuse(call.span, "the size of a result is not known where the function calls itself");
    return std::nullopt;
  }
  const std::vector<ExprId> operands = Operands(l, call, *built, is_general);
  if (operands.empty()) {
    l.Refuse(call.span, "nothing of the run is given to it");
    return std::nullopt;
  }
  if (l.writer() != nullptr) {
    CallInRoutine(l, *built, operands, &results);
  } else {
    CallInGraph(l, *built, operands, &results);
  }
  return results;
}

}  // namespace daedalus::semantics
