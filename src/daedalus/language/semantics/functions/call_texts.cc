#include "daedalus/language/semantics/functions/call_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>

#include "daedalus/language/semantics/functions/derivative_function.h"
#include "daedalus/language/semantics/functions/derivative_texts.h"
#include "daedalus/language/semantics/functions/function_signature.h"
#include "daedalus/language/semantics/functions/routine_rules.h"
#include "daedalus/language/semantics/instances/declare_text.h"
#include "daedalus/system/routine/table_function.h"
#include "daedalus/system/text_type.h"

namespace daedalus::semantics {
namespace {

// Operands are marked by this kind; their numbers, from 1, replace a value.
Scalar Operand(std::size_t number) {
  return {static_cast<double>(number), {}, Scalar::Kind::kTemplate};
}

struct ResultPlace {
  std::size_t output = 0;  // of the function in the text
  Type type;
  std::string path;  // after the name of the output: `.field[2, 1]`
};

// One name on the path to a part of a value: `.field`, and the number of its subscripts.
struct PathPart {
  std::string name;
  std::size_t num_dims = 0;
};

// `[2].field[1, 3]` for an element of something with all these dimensions together.
std::string PathText(std::span<const PathPart> parts, const Dims& dims, std::size_t offset) {
  std::vector<std::string> subscripts(dims.size());
  for (std::size_t d = dims.size(); d-- > 0; offset /= static_cast<std::size_t>(dims[d]))
    subscripts[d] = std::to_string(offset % static_cast<std::size_t>(dims[d]) + 1);
  std::string text;
  std::span<const std::string> rest = subscripts;
  for (const PathPart& part : parts) {
    text += part.name;
    if (part.num_dims > 0) text += fmt::format("[{}]", fmt::join(rest.first(part.num_dims), ", "));
    rest = rest.subspan(part.num_dims);
  }
  return text;
}

// A function between the graph and a function of the text, or the function that it would call.
class CallWriter {
 public:
  explicit CallWriter(TextDeclarer& declarer) : declarer_(declarer), context_(declarer.context()) {}

 protected:
  void AddInput(Type type) {
    calls_.inputs.push_back(ToFlat(type));
    calls_.names.push_back(fmt::format("'$u{}'", calls_.inputs.size()));
  }

  static ValueType ToFlat(Type type) {
    if (type == BaseType::kString) return ValueType::kString;
    return CanVary(type) ? ToValueType(type) : ValueType::kReal;
  }

  // An argument of the function of the text: operands are named by inputs.
  std::string ArgumentText(const Value& value, NodeId node) {
    return declarer_.ValueText(value, node, [&](Type type, const Scalar& element) -> std::string {
      if (element.kind == Scalar::Kind::kTemplate) {
        const std::string& input = calls_.names[static_cast<std::size_t>(element.number) - 1];
        return IsEnumeration(type) ? fmt::format("{}({})", declarer_.TypeName(type, node), input) : input;
      }
      if (!element.IsConstant()) {
        declarer_.Miss("an argument has no value");
        return "?";
      }
      if (type == BaseType::kFunction) return FunctionText(FunctionIn(context_.functions, element));
      if (type == BaseType::kExternalObject)
        return ObjectText(type, static_cast<std::size_t>(element.number), node);
      return declarer_.Literal(type, element, node);
    });
  }

  // In the order of ForEachScalar.
  void FindPlaces(const Value& value, std::size_t output) {
    std::vector<PathPart> path = {{"", value.dims.size()}};
    FindPlaces(value, output, path);
  }

  void FindPlaces(const Value& value, std::size_t output, std::vector<PathPart>& path) {
    if (value.IsRecord()) {
      const RecordType& type = context_.types.Record(value.type);
      for (std::size_t f = 0; f < value.fields.size(); ++f) {
        path.push_back(
            {fmt::format(".{}", type.fields[f].name), value.fields[f].dims.size() - value.dims.size()});
        FindPlaces(value.fields[f], output, path);
        path.pop_back();
      }
      return;
    }
    if (!FitsRegister(value.type)) return;
    for (std::size_t i = 0; i < value.size(); ++i)
      places_.push_back({output, value.type, PathText(path, value.dims, i)});
  }

  std::string InputsText(NodeId node) {
    std::string text;
    for (std::size_t i = 0; i < calls_.inputs.size(); ++i) {
      if (calls_.inputs[i])
        text += fmt::format("    input {} {};\n", daedalus::TypeName(*calls_.inputs[i]), calls_.names[i]);
    }
    for (std::size_t i = 0; i < objects_.size(); ++i)
      text += fmt::format("    input {} '$o{}';\n", declarer_.TypeName(objects_[i].first, node), i + 1);
    return text;
  }

  // A function that returns one element of one result of another function, called with these arguments.
  struct Between {
    std::string name;
    std::string function;
    std::vector<std::string> arguments;
    Value shape;  // of the result
    NodeId node;
  };

  std::string BetweenText(const Between& b, const ResultPlace& place) {
    const std::string inputs = InputsText(b.node);
    const bool is_enumeration = IsEnumeration(place.type);
    std::string skipped;
    for (std::size_t i = 0; i < place.output; ++i) skipped += ", ";
    const std::string declarations =
        fmt::format("{}    output {} '$y';\n  protected\n    {} '$r'{};\n", inputs,
                    is_enumeration ? "Integer" : declarer_.TypeName(place.type, b.node),
                    declarer_.TypeName(b.shape.type, b.node), ToString(b.shape.dims));
    const std::string call =
        fmt::format("    ({}'$r') := {}({});\n", skipped, b.function, fmt::join(b.arguments, ", "));
    const std::string result =
        is_enumeration ? fmt::format("Integer('$r'{})", place.path) : fmt::format("'$r'{}", place.path);
    return fmt::format("  function {0}\n{1}  algorithm\n{2}    '$y' := {3};\n  end {0};\n", b.name,
                       declarations, call, result);
  }

  std::vector<std::size_t> Objects() {
    std::vector<std::size_t> declared;
    for (const auto& [type, number] : objects_) declared.push_back(declarer_.Object(number));
    return declared;
  }

  TextDeclarer& declarer_;
  Context& context_;
  CallTexts calls_;
  std::vector<std::pair<Type, std::size_t>> objects_;  // that are its arguments
  std::vector<ResultPlace> places_;

 private:
  std::string FunctionText(const FunctionValue& function) {
    const std::string name = declarer_.FunctionName(function.env, function.node);
    if (function.bound.empty()) return name;
    std::vector<std::string> bound;
    for (const auto& [input, value] : function.bound)
      bound.push_back(fmt::format("{} = {}", context_.Text(input), ArgumentText(value, function.node)));
    return fmt::format("function {}({})", name, fmt::join(bound, ", "));
  }

  std::string ObjectText(Type type, std::size_t number, NodeId node) {
    (void)declarer_.TypeName(type, node);
    auto at = std::ranges::find(objects_, number, &std::pair<Type, std::size_t>::second);
    if (at == objects_.end()) at = objects_.insert(objects_.end(), {type, number});
    return fmt::format("'$o{}'", at - objects_.begin() + 1);
  }
};

class RoutineCallWriter : public CallWriter {
 public:
  RoutineCallWriter(TextDeclarer& declarer, const RoutineRecord& record)
      : CallWriter(declarer), record_(record), signature_(SignatureOf(context_, record.function.env)) {}

  CallTexts Write() {
    MarkOperands();
    FindPlaces();
    const std::string name = context_.envs.NameOf(record_.function.env);
    if (IsPlain()) {
      for (std::size_t i = 0; i < signature_.inputs.size(); ++i)
        calls_.names[i] =
            context_.Text(context_.envs.Members(record_.function.env)[signature_.inputs[i]].name);
      calls_.outputs.push_back({Declared(), {}, ToFlat(places_[0].type)});
    } else {
      for (std::size_t k = 0; k < places_.size(); ++k) {
        const std::string own =
            places_.size() == 1 ? fmt::format("{}()", name) : fmt::format("{}[{}]", name, k + 1);
        objects_.clear();
        const std::size_t between =
            declarer_.Add(own, [&](const std::string& quoted) { return BetweenText(quoted, places_[k]); });
        calls_.outputs.push_back({between, Objects(), ToFlat(places_[k].type)});
      }
    }
    return std::move(calls_);
  }

 private:
  // der(f, x) is called as f, with a leaf for x.
  std::size_t Declared() {
    const auto& [env, node, bound] = record_.function;
    return IsDerivativeFunction(context_, env) ? declarer_.Undifferentiated(env, node)
                                               : declarer_.Function(env, node);
  }

  void MarkOperands() {
    values_ = record_.values;
    for (auto& given : values_) {
      if (given) Mark(*given);
    }
    calls_.inputs.resize(calls_.inputs.size() + record_.num_leaves);
    calls_.names.resize(calls_.inputs.size());
  }

  void Mark(Value& value) {
    ForEachScalar(value, [&](Type type, Scalar& element) {
      if (!IsFixed(type, element, record_.is_general)) {
        AddInput(type);
        element = Operand(calls_.inputs.size());
      }
      if (type != BaseType::kFunction || FunctionIn(context_.functions, element).bound.empty()) return;
      FunctionValue inside = FunctionIn(context_.functions, element);
      for (auto& [name, bound] : inside.bound) Mark(bound);
      context_.functions.values.push_back(std::move(inside));
      element = Constant(static_cast<double>(context_.functions.values.size() - 1));
    });
  }

  void FindPlaces() {
    for (std::size_t i = 0; i < record_.outputs.size(); ++i) {
      if (!record_.outputs[i].IsError()) CallWriter::FindPlaces(record_.outputs[i], i);
    }
  }

  // Numbers in, one number out: the function itself is called.
  bool IsPlain() const {
    const auto is_operand = [](const std::optional<Value>& given) {
      return given && given->IsScalar() && given->scalar.kind == Scalar::Kind::kTemplate &&
             !IsEnumeration(given->type);
    };
    return signature_.outputs.size() == 1 && places_.size() == 1 && places_[0].path.empty() &&
           !IsEnumeration(places_[0].type) && record_.function.bound.empty() &&
           std::ranges::all_of(values_, is_operand);
  }

  std::string BetweenText(const std::string& name, const ResultPlace& place) {
    const NodeId node = record_.function.node;
    const std::string function = declarer_.DeclaredName(Declared());
    std::vector<std::string> arguments;
    bool is_named = false;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (!values_[i]) is_named = true;
      if (!values_[i]) continue;
      const std::string_view input =
          context_.Text(context_.envs.Members(record_.function.env)[signature_.inputs[i]].name);
      const std::string text = ArgumentText(*values_[i], node);
      arguments.push_back(is_named ? fmt::format("{} = {}", input, text) : text);
    }
    return CallWriter::BetweenText(
        {name, function, std::move(arguments), record_.outputs[place.output], node}, place);
  }

  const RoutineRecord& record_;
  const FunctionSignature signature_;
  GivenValues values_;
};

// An external clause as a separate function, with its known arguments written into it.
class NativeCallWriter : public CallWriter {
 public:
  NativeCallWriter(TextDeclarer& declarer, const NativeRecord& record)
      : CallWriter(declarer), record_(record), arguments_(record.arguments) {}

  CallTexts Write() {
    MarkOperands();
    FindPlaces();
    const std::size_t function =
        declarer_.Add(record_.name + "()", [&](const std::string& quoted) { return ClauseText(quoted); });
    const std::vector<std::size_t> objects = Objects();
    if (IsPlain()) {
      calls_.outputs.push_back({function, objects, ToFlat(places_[0].type)});
    } else {
      for (std::size_t k = 0; k < places_.size(); ++k) {
        const std::size_t between = declarer_.Add(
            fmt::format("{}[{}]", record_.name, k + 1),
            [&](const std::string& quoted) { return BetweenText(quoted, function, places_[k]); });
        calls_.outputs.push_back({between, objects, ToFlat(places_[k].type)});
      }
    }
    return std::move(calls_);
  }

 private:
  static bool IsOutput(const ExternalArgument& argument) { return argument.local != kNoLocal; }

  // As in run_external.cc.
  void MarkOperands() {
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      Value& value = arguments_[i].value;
      const bool is_operand = i >= record_.first_operand && i < record_.first_operand + record_.num_operands;
      ForEachScalar(value, [&](Type type, Scalar& element) {
        if (!is_operand && (element.IsConstant() || (IsOutput(arguments_[i]) && element.IsUnknown()))) return;
        AddInput(type);
        element = Operand(calls_.inputs.size());
      });
    }
  }

  void FindPlaces() {
    std::size_t output = 0;
    for (const ExternalArgument& argument : arguments_) {
      if (!IsOutput(argument)) continue;
      CallWriter::FindPlaces(argument.value, output++);
    }
    if (record_.result) CallWriter::FindPlaces(*record_.result, output);
  }

  bool IsPlain() const {
    return places_.size() == 1 && places_[0].path.empty() && !IsEnumeration(places_[0].type);
  }

  static bool HasValue(Value value) {
    std::size_t num_unknown = 0, count = 0;
    ForEachScalar(value, [&](Type, const Scalar& element) {
      num_unknown += element.IsUnknown() ? 1 : 0;
      ++count;
    });
    return count > 0 && num_unknown == 0;
  }

  std::string ClauseText(const std::string& name) {
    std::string outputs;
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const ExternalArgument& argument = arguments_[i];
      if (!IsOutput(argument)) {
        arguments.push_back(argument.is_size ? SizeText(argument.value)
                                             : ArgumentText(argument.value, record_.node));
        continue;
      }
      arguments.push_back(fmt::format("'$a{}'", i + 1));
      outputs += OutputText(argument.value, arguments.back(),
                            HasValue(argument.value) ? ArgumentText(argument.value, record_.node) : "");
    }
    if (record_.result) outputs += OutputText(*record_.result, "'$y'", "");
    const std::string inputs = InputsText(record_.node);
    return fmt::format("  function {0}\n{1}{2}  external \"{7}\" {3}{4}({5}){6};\n  end {0};\n", name, inputs,
                       outputs, record_.result ? "'$y' = " : "", record_.name, fmt::join(arguments, ", "),
                       record_.annotation, record_.language);
  }

  // C has the type size_t for them, which only this keyword expresses.
  static std::string SizeText(const Value& value) {
    return fmt::format("size(fill(0, {:.0f}), 1)", value.scalar.number);
  }

  std::string OutputText(const Value& value, std::string_view name, const std::string& first) {
    return fmt::format("    output {} {}{}{}{};\n", declarer_.TypeName(value.type, record_.node), name,
                       ToString(value.dims), first.empty() ? "" : " = ", first);
  }

  std::string BetweenText(const std::string& name, std::size_t function, const ResultPlace& place) {
    std::vector<std::string> operands = calls_.names;
    for (std::size_t i = 0; i < objects_.size(); ++i) operands.push_back(fmt::format("'$o{}'", i + 1));
    Value shape = record_.result ? *record_.result : Value();
    std::size_t output = 0;
    for (const ExternalArgument& argument : arguments_) {
      if (!IsOutput(argument)) continue;
      if (output++ == place.output) shape = argument.value;
    }
    return CallWriter::BetweenText(
        {name, declarer_.DeclaredName(function), std::move(operands), std::move(shape), record_.node}, place);
  }

  const NativeRecord& record_;
  std::vector<ExternalArgument> arguments_;
};

// ---- Slopes of tables, which der(...) of a lookup has made ----

// The lookup that is the derivative by an argument; null: there is none.
const expr::Function* PartialOf(const std::shared_ptr<const expr::Function>& lookup, std::size_t input) {
  expr::Graph g;
  std::vector<expr::ExprId> x, unit;
  for (std::size_t i = 0; i < lookup->num_inputs(); ++i) {
    x.push_back(g.Variable(expr::VariableId(i)));
    unit.push_back(g.Constant(i == input ? 1.0 : 0.0));
  }
  const expr::ExprId slope = routine::LookupDerivative(g, lookup, x, unit);
  return g.op(slope) == expr::Op::kCall ? g.functions()[g.function(slope).index()].get() : nullptr;
}

// The equivalent call of the table's function: its arguments, then first derivatives, then second ones.
NativeRecord SlopeRecord(NativeRecord record, std::size_t input, int order) {
  record.name.replace(record.name.rfind('_') + 1, std::string::npos,
                      order == 1 ? "getDerValue" : "getDer2Value");
  const bool is_of_two = record.name.find("CombiTable2D") != std::string::npos;
  for (int k = 1; k <= order; ++k) {
    for (std::size_t i = 0; i < (is_of_two ? 2u : 1u); ++i)
      record.arguments.push_back({ScalarValue(BaseType::kReal, Constant(k == 1 && i == input ? 1.0 : 0.0))});
  }
  return record;
}

void AddSlopes(const expr::Graph& graph, CallRecords& records) {
  const auto find = [&](const expr::Function* function) {
    const auto at =
        std::ranges::find_if(graph.functions(), [&](const auto& f) { return f.get() == function; });
    return static_cast<std::uint32_t>(at - graph.functions().begin());
  };
  const std::map<std::uint32_t, NativeRecord> lookups = records.natives;
  for (const auto& [function, record] : lookups) {
    if (!record.name.ends_with("_getValue") || record.num_operands == 0) continue;
    for (std::size_t input = 0; input < record.num_operands; ++input) {
      std::shared_ptr<const expr::Function> lookup = graph.functions()[function];
      for (const int order : {1, 2}) {
        const expr::Function* const slope = PartialOf(lookup, input);
        const std::uint32_t number =
            slope != nullptr ? find(slope) : static_cast<std::uint32_t>(graph.functions().size());
        if (number == graph.functions().size()) break;
        records.natives.try_emplace(number, SlopeRecord(record, input, order));
        lookup = graph.functions()[number];
      }
    }
  }
}

}  // namespace

void WriteCallTexts(Context& context) {
  auto texts = std::make_shared<FunctionTexts>();
  // the same text was read before, and its mistakes were reported
  const Reporter::Silent silent(context.reporter);
  TextDeclarer declarer(context, *texts);
  CallRecords& records = *context.functions.call_records;
  AddSlopes(context.system.graph, records);
  const auto functions = context.system.graph.functions();
  for (std::uint32_t i = 0; i < functions.size(); ++i) {
    const auto routine = records.routines.find(functions[i].get());
    if (routine != records.routines.end())
      texts->calls[i] = RoutineCallWriter(declarer, routine->second).Write();
  }
  for (const auto& [function, record] : records.natives)
    texts->calls[function] = NativeCallWriter(declarer, record).Write();
  // A derivative comes after the function that it belongs to.
  for (std::uint32_t i = 0; i < functions.size(); ++i) {
    if (texts->calls.contains(i)) continue;
    const auto of = std::ranges::find_if(texts->calls, [&](const auto& call) {
      return functions[call.first]->HasAsDerivative(*functions[i]);
    });
    if (of != texts->calls.end())
      texts->calls[i] = DerivativeCallTexts(declarer, functions[of->first]->name(), of->second);
  }
  context.system.function_texts = std::move(texts);
}

}  // namespace daedalus::semantics
