#include "daedalus/language/semantics/functions/unassigned_local.h"

#include "daedalus/language/semantics/instances/class_types.h"

namespace daedalus::semantics {
namespace {

std::optional<Scalar> ZeroOf(Context& context, Type type) {
  switch (type.base) {
    case BaseType::kReal:
    case BaseType::kInteger:
    case BaseType::kBoolean:
      return Constant(0.0);
    case BaseType::kEnumeration:
      return Constant(1.0);
    case BaseType::kString:
      return context.strings.ConstantOf("");
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Value> ReadUnassigned(Lowering& l, std::uint32_t member, Span span) {
  const FunctionFrame& frame = *l.scope.frame;
  const Local& local = frame.locals[member];
  const bool is_of_function = !frame.is_section && TypeOfClass(l.context, frame.env) == BaseType::kFunction;
  if (!is_of_function || local.value.HasUnknownSize() || local.value.IsOfRun()) return std::nullopt;
  const auto zero = ZeroOf(l.context, local.value.type);
  if (!zero) return std::nullopt;
  Value value = local.value;
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = *zero;
  const scope::Member& declared = l.context.envs.Members(frame.env)[member];
  l.context.reporter.Report(
      Warning(Code::kFunctionFailed, span, "`{}` has no value yet, and is read as {}", l.Text(declared.name),
              zero->number == 0.0 ? "0, false or an empty text" : "the first of its values")
          .With(declared.span, "declared here")
          .Note("section 12.4.4 leaves its value open")
          .Hint("assign it before, or give its declaration a value"));
  return value;
}

}  // namespace daedalus::semantics
