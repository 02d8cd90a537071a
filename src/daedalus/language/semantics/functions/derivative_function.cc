#include "daedalus/language/semantics/functions/derivative_function.h"

#include <algorithm>

#include "daedalus/base/nearest_name.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::semantics {
namespace {

// Behind all variables that a model can have.
constexpr std::uint32_t kFirstStandIn = 0xF0000000;

std::optional<std::size_t> FindNamedInput(Lowering& l, const FunctionValue& function,
                                          const FunctionSignature& signature, std::string_view name,
                                          Span span) {
  NearestName nearest(name);
  for (std::size_t i = 0; i < signature.inputs.size(); ++i) {
    const auto& member = l.context.envs.Members(function.env)[signature.inputs[i]];
    const std::string_view input = l.Text(member.name);
    if (input != name) {
      nearest.Offer(input);
      continue;
    }
    const bool is_scalar = RankOfMember(l.context, function.env, signature.inputs[i]) == 0;
    if (is_scalar && TypeOfMember(l.context, function.env, signature.inputs[i]) == BaseType::kReal) return i;
    l.context.reporter.Report(Error(Code::kWrongArgumentType, span,
                                    "`{}` is a derivative by `{}`, which is not a scalar of type Real",
                                    l.context.envs.NameOf(function.env), name)
                                  .With(member.span, "declared here"));
    return std::nullopt;
  }
  l.context.reporter.Report(Error(Code::kBadNamedArgument, span,
                                  "`{}` is a derivative by `{}`, and there is no such input",
                                  l.context.envs.NameOf(function.env), name)
                                .Hint(nearest.Hint()));
  return std::nullopt;
}

Scalar DifferentiateScalar(Lowering& l, std::span<const StandIn> stand_ins, const Scalar& scalar,
                           std::size_t element, std::size_t num_elements) {
  if (scalar.IsUnknown()) return scalar;
  expr::Graph& g = l.graph();
  expr::ExprId e = ToExpr(l, scalar);
  expr::Differentiator differentiator(g);
  for (const StandIn& stand_in : stand_ins) e = differentiator.Partial(e, stand_in.leaf);
  std::vector<expr::Replacement> replacements;
  for (const StandIn& stand_in : stand_ins) {
    const std::size_t size = stand_in.argument.size();
    const Scalar& argument = stand_in.argument[size == 1 ? 0 : element * size / num_elements];
    replacements.push_back({stand_in.leaf, ToExpr(l, argument)});
  }
  e = expr::Substitute(g, e, replacements);
  return g.IsConstant(e) ? Constant(g.constant_value(e)) : Expression(e);
}

}  // namespace

bool IsDerivativeFunction(Context& context, scope::EnvId env) {
  if (!context.envs[env].cls.IsValid()) return false;
  return std::ranges::any_of(context.envs[env].parts, [&](const scope::Part& part) {
    return context.envs.store().definition(part.cls).form == syntax::ClassForm::kDerivative;
  });
}

std::vector<std::string> DifferentiatedInputs(Context& context, scope::EnvId derivative) {
  const library::ClassStore& store = context.envs.store();
  std::vector<std::string> names;
  for (const scope::Part& part : context.envs[derivative].parts) {
    const syntax::Tree& tree = store.tree(part.cls);
    for (const syntax::Identifier& name : tree.List(store.definition(part.cls).derivative_of))
      names.emplace_back(tree.Text(name.name));
  }
  return names;
}

std::optional<std::vector<StandIn>> ReplaceArguments(Lowering& l, const FunctionValue& function,
                                                     const FunctionSignature& signature,
                                                     std::span<FunctionArgument* const> arguments,
                                                     Span span) {
  if (l.writer() != nullptr) {
    l.Refuse(span, "`{}` is a derivative of a function, and is called in one that cannot be written out",
             l.context.envs.NameOf(function.env));
    return std::nullopt;
  }
  std::vector<StandIn> out;
  for (const std::string& name : DifferentiatedInputs(l.context, function.env)) {
    const auto input = FindNamedInput(l, function, signature, name, span);
    if (!input) return std::nullopt;
    if (arguments[*input] == nullptr) {
      l.Error(Code::kWrongArgumentCount, span, "`{}` needs a value for `{}`, by which it is a derivative",
              l.context.envs.NameOf(function.env), name);
      return std::nullopt;
    }
    Value& value = arguments[*input]->value;
    const bool is_expression = value.size() > 0 && value[0].kind == Scalar::Kind::kExpression;
    const auto before = is_expression ? std::ranges::find(out, value[0].expr, &StandIn::leaf) : out.end();
    if (before != out.end()) {
      out.push_back(StandIn(*before));
      continue;
    }
    // A derivative may be called in a function that is being differentiated itself: each call has leaves of
    // its own.
    const expr::ExprId leaf =
        l.graph().Variable(expr::VariableId(kFirstStandIn + l.context.functions.num_stand_ins++));
    out.push_back({leaf, value});
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!value[i].IsUnknown()) value[i] = Expression(leaf);
    }
  }
  return out;
}

void Differentiate(Lowering& l, std::span<const StandIn> stand_ins, std::vector<Value>& results) {
  for (Value& result : results) {
    ForEachLeaf(result, [&](Value& value) {
      if (value.type != BaseType::kReal) return;
      for (std::size_t i = 0; i < value.size(); ++i)
        value[i] = DifferentiateScalar(l, stand_ins, value[i], i, value.size());
    });
    result.unit = {};
  }
}

}  // namespace daedalus::semantics
