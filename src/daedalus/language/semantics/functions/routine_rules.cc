#include "daedalus/language/semantics/functions/routine_rules.h"

#include <algorithm>
#include <map>

#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/functions/derivative_annotation.h"
#include "daedalus/language/semantics/functions/inverse_annotation.h"

namespace daedalus::semantics {
namespace {

bool IsAmong(std::span<const std::string> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Turns the annotations of a function into rules for its routine.
class RuleBuilder {
 public:
  RuleBuilder(Lowering& l, const RoutineCall& call, bool is_general)
      : l_(l), call_(call), is_general_(is_general) {}

  void AddTo(BuiltRoutine& built) {
    const auto derivatives = DerivativesOf(l_.context, call_.function.env);
    if (!derivatives.empty()) built.function->HideUnusedInputs();
    if (!built.leaves.empty()) return;
    for (const DerivativeAnnotation& annotation : derivatives) {
      if (annotation.order == 1) AddFirst(annotation, built);
    }
    for (const InverseAnnotation& annotation : InversesOf(l_.context, call_.function.env))
      AddInverse(annotation, built);
  }

 private:
  // Numbers among the operands of a call.
  struct Places {
    std::vector<std::size_t> differentiated, zero, by_time_only;
  };

  std::string_view NameOf(const FunctionSignature& signature, std::size_t i) const {
    return l_.context.Text(l_.context.envs.Members(call_.function.env)[signature.inputs[i]].name);
  }

  // The arguments of the derivative: those of the function, then the derivatives of the Real ones that count.
  // nullopt if such an argument is a record, which is not supported.
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
      if (IsAmong(annotation.without, name)) {
        for (std::size_t k = first; k < place; ++k) places->by_time_only.push_back(k);
        continue;
      }
      if (value.IsRecord()) return std::nullopt;
      const Type type = TypeOfMember(l_.context, call_.function.env, call_.signature.inputs[i]);
      if (type != BaseType::kReal) continue;
      std::vector<std::size_t>& list = IsAmong(annotation.zero, name) ? places->zero : places->differentiated;
      for (std::size_t k = first; k < place; ++k) list.push_back(k);
      if (&list == &places->zero) continue;
      given.push_back(DerivativeOf(std::move(value)));
    }
    return given;
  }

  // An argument for the derivative of this one. Where an Integer such as the 1 of {0, 1, 0} is a part of the
  // code, so is its derivative.
  Value DerivativeOf(Value value) const {
    if (is_general_ || value.type == BaseType::kReal) {
      value.type = BaseType::kReal;
      return value;
    }
    ForEachScalar(value, [&](Type type, Scalar& element) {
      if (IsFixed(type, element, is_general_)) element = Constant(0.0);
    });
    return value;
  }

  static std::vector<std::size_t> OutputsOf(const BuiltRoutine& built) {
    std::vector<std::size_t> outputs;
    std::size_t next = 0;
    for (Value output : built.outputs) {
      ForEachScalar(output, [&](Type type, Scalar&) {
        if (FitsRegister(type))
          outputs.push_back(type == BaseType::kReal ? next++ : routine::DerivativeRule::kNoDerivative);
      });
    }
    return outputs;
  }

  BuiltRoutine* Make(scope::EnvId env, const GivenValues& given) {
    const FunctionValue function{env, call_.function.node};
    const FunctionSignature signature = SignatureOf(l_.context, env);
    if (signature.inputs.size() != given.size()) return nullptr;
    const FoundRoutine made = FindRoutine(l_, {function, signature, given, call_.span});
    l_.context.functions.refusal.reset();  // without it the generated derivative is used
    const bool is_usable = made.built != nullptr && made.built->function && made.built->leaves.empty() &&
                           made.is_general == is_general_ && made.built->open_to == BuiltRoutine::kClosed;
    return is_usable ? made.built : nullptr;
  }

  void AddFirst(const DerivativeAnnotation& annotation, BuiltRoutine& built) {
    Places places;
    const auto given = Given(annotation, &places);
    BuiltRoutine* const first = given ? Make(annotation.function, *given) : nullptr;
    if (first == nullptr) return;
    routine::DerivativeRule rule;
    rule.function = first->function;
    rule.inputs = places.differentiated;
    rule.constant = places.zero;
    rule.by_time_only = places.by_time_only;
    rule.outputs = OutputsOf(built);
    first->function->HideUnusedInputs();
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
    BuiltRoutine* const second = Make(annotation.function, given);
    if (second == nullptr || second->function->num_inputs() != num_inputs + 2 * places.differentiated.size())
      return;
    routine::DerivativeRule rule;
    rule.function = second->function;
    for (std::size_t k = 0; k < places.differentiated.size(); ++k) {
      rule.inputs.push_back(num_inputs + k);
      rule.pairs.emplace_back(places.differentiated[k], num_inputs + k);
    }
    rule.constant = places.zero;
    rule.by_time_only = places.by_time_only;
    rule.outputs = OutputsOf(first);
    second->function->HideUnusedInputs();
    first.function->AddRule(std::move(rule));
  }

  // ---- Inverses ----

  // For an input or the single output, by name: its value in the call of the inverse, and the operands of
  // this function that it represents.
  struct Part {
    Value value;
    std::vector<std::size_t> operands;
  };

  // nullopt if the function has several results, or one that is not a Real number: then it is not defined
  // which one is meant.
  std::optional<std::map<std::string_view, Part>> PartsByName() const {
    std::map<std::string_view, Part> parts;
    if (call_.signature.outputs.size() != 1) return std::nullopt;
    std::size_t place = 0;
    for (std::size_t i = 0; i < call_.values.size(); ++i) {
      if (!call_.values[i]) return std::nullopt;
      Part& part = parts[NameOf(call_.signature, i)];
      part.value = *call_.values[i];
      ForEachGiven(l_.context.functions, part.value, [&](Type type, const Scalar& element) {
        if (!IsFixed(type, element, is_general_)) part.operands.push_back(place++);
      });
    }
    const std::uint32_t output = call_.signature.outputs[0];
    if (TypeOfMember(l_.context, call_.function.env, output) != BaseType::kReal) return std::nullopt;
    const std::string_view name = l_.context.Text(l_.context.envs.Members(call_.function.env)[output].name);
    parts[name] = {ScalarValue(BaseType::kReal, Constant(0.0), Variability::kContinuous),
                   {routine::InverseRule::kResult}};
    return parts;
  }

  void AddInverse(const InverseAnnotation& annotation, BuiltRoutine& built) {
    const auto parts = PartsByName();
    const auto input =
        parts ? parts->find(annotation.input) : std::map<std::string_view, Part>::const_iterator();
    const bool is_number = parts && built.function->num_outputs() == 1 && input != parts->end() &&
                           input->second.value.IsScalar() && input->second.value.type == BaseType::kReal &&
                           input->second.operands.size() == 1;
    if (!is_number) return;
    const FunctionSignature signature = SignatureOf(l_.context, annotation.function);
    GivenValues given(signature.inputs.size());
    std::vector<std::vector<std::size_t>> operands(given.size());
    for (std::size_t k = 0; k < annotation.arguments.size(); ++k) {
      const auto& [name, argument] = annotation.arguments[k];
      const auto part = parts->find(argument);
      const auto at = name.empty() ? k : PlaceOf(annotation.function, signature, name);
      if (part == parts->end() || at >= given.size() || argument == annotation.input) return;
      given[at] = part->second.value;
      operands[at] = part->second.operands;
    }
    const BuiltRoutine* const made = Make(annotation.function, given);
    if (made == nullptr || made->function->num_outputs() != 1) return;
    routine::InverseRule rule;
    rule.input = input->second.operands[0];
    rule.function = made->function->WithoutInverses();
    for (const auto& list : operands) rule.arguments.insert(rule.arguments.end(), list.begin(), list.end());
    if (rule.arguments.size() == made->function->num_inputs()) built.function->AddInverse(std::move(rule));
  }

  std::size_t PlaceOf(scope::EnvId function, const FunctionSignature& signature,
                      std::string_view name) const {
    std::size_t i = 0;
    while (i < signature.inputs.size() &&
           l_.context.Text(l_.context.envs.Members(function)[signature.inputs[i]].name) != name)
      ++i;
    return i;
  }

  Lowering& l_;
  const RoutineCall& call_;
  const bool is_general_;
};

}  // namespace

void AddRules(Lowering& l, const RoutineCall& call, bool is_general, BuiltRoutine& built) {
  RuleBuilder(l, call, is_general).AddTo(built);
}

}  // namespace daedalus::semantics
