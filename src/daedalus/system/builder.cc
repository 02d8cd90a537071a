#include "daedalus/system/builder.h"

#include <cmath>
#include <string_view>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/model_inputs.h"
#include "daedalus/system/validate.h"

namespace daedalus {

Place::Place(const std::source_location& where) {
  std::string_view file = where.file_name();
  if (const auto slash = file.find_last_of('/'); slash != std::string_view::npos)
    file.remove_prefix(slash + 1);
  text_ = fmt::format("{}:{}", file, where.line());
}

Model::Model(std::string name, std::string description) : system_(std::make_unique<System>()) {
  system_->name = std::move(name);
  system_->description = std::move(description);
}

ExprId Model::Import(const Expr& e, const std::string& use) {
  if (e.IsNumber()) return system_->graph.Constant(e.value());
  if (e.graph() == &system_->graph && e.id().IsValid()) {
    CheckDerivativeOrders(e.id(), use);
    return e.id();
  }
  diagnostics_.Report(Error(Code::kForeignExpression, Span(), "{} uses an expression of another model", use)
                          .Hint("declare the variable or parameter in this model"));
  return system_->graph.Constant(0.0);
}

void Model::CheckDerivativeOrders(ExprId e, const std::string& use) {
  for (const expr::VariableLeaf& leaf : leaf_collector_.Collect(system_->graph, e).variables) {
    if (leaf.order <= 1) continue;
    const std::string name = NameOf(*system_, leaf.variable);
    diagnostics_.Report(
        Error(Code::kHigherDerivative, Span(), "{} contains derivative {} of `{}`", use, leaf.order, name)
            .Hint(fmt::format("introduce a variable for der({})", name)));
  }
}

ExprId Model::Import(const std::optional<Expr>& e, const std::string& use) {
  return e.has_value() ? Import(*e, use) : ExprId();
}

DeclarationId Model::Declare(const std::string& unit, const std::string& description, ValueType type) {
  Declaration declaration;
  declaration.unit = unit;
  declaration.description = description;
  declaration.type = type;
  return system_->declarations.Add(std::move(declaration));
}

Expr Model::Variable(std::string name, const VariableAttributes& attributes) {
  const std::string use = fmt::format("an attribute of `{}`", name);
  ::daedalus::Variable variable;
  variable.declaration = Declare(attributes.unit, attributes.description, attributes.type);
  variable.start = Import(attributes.start, use);
  variable.min = Import(attributes.min, use);
  variable.max = Import(attributes.max, use);
  variable.nominal = Import(attributes.nominal, use);
  variable.fixed = attributes.fixed;
  variable.start_weight = StartWeight::kModel;
  variable.name = system_->names.Add(name);
  Declaration& declaration = system_->declarations[variable.declaration];
  declaration.causality = attributes.causality;
  declaration.state_select = attributes.state_select;
  const VariableId id = system_->variables.Add(std::move(variable));
  return Expr(&system_->graph, system_->graph.Variable(id));
}

Expr Model::Input(std::string name, const VariableAttributes& attributes, const Place& where) {
  VariableAttributes of_input = attributes;
  of_input.causality = Causality::kInput;
  const Expr out = Variable(std::move(name), of_input);
  FollowCourse(*system_, VariableId(system_->variables.size() - 1),
               system_->origins.Add({{}, system_->names.Add(where.text())}));
  return out;
}

Expr Model::Parameter(std::string name, const Expr& value, const ParameterAttributes& attributes) {
  ::daedalus::Parameter parameter;
  parameter.declaration = Declare(attributes.unit, attributes.description, attributes.type);
  parameter.value = Import(value, fmt::format("the value of `{}`", name));
  parameter.is_constant = attributes.is_constant;
  parameter.name = system_->names.Add(name);
  const ParameterId id = system_->parameters.Add(std::move(parameter));
  return Expr(&system_->graph, system_->graph.Parameter(id));
}

Expr Model::Time() {
  return Expr(&system_->graph, system_->graph.Time());
}

::daedalus::Equation Model::MakeEquation(const EquationExpr& equation, const Place& where) {
  ::daedalus::Equation result;
  const std::string& place = where.text();
  result.origin = system_->origins.Add({{}, system_->names.Add(place)});
  const std::string use = fmt::format("the equation at {}", place);
  result.left = Import(equation.left, use);
  result.right = Import(equation.right, use);
  result.residual = expr::Difference(system_->graph, result.left, result.right);
  return result;
}

void Model::Equation(const EquationExpr& equation, const Place& where) {
  system_->equations.Add(MakeEquation(equation, where));
}

void Model::InitialEquation(const EquationExpr& equation, const Place& where) {
  system_->initial_equations.Add(MakeEquation(equation, where));
}

void Model::Invariant(const EquationExpr& equation, double weight, const Place& where) {
  ::daedalus::Equation made = MakeEquation(equation, where);
  if (leaf_collector_.Collect(system_->graph, made.residual).variables.empty()) {
    diagnostics_.Report(Error(Code::kBadInvariant, Span(),
                              "the invariant at {} has no unknown, and says nothing about the solution",
                              where.text()));
  }
  if (!(weight > 0 && std::isfinite(weight))) {
    diagnostics_.Report(Error(Code::kBadInvariant, Span(),
                              "the weight of the invariant at {} is not a number above 0", where.text()));
  }
  system_->invariants.push_back({std::move(made), weight});
}

void Model::Assert(const Expr& condition, std::string message, const Place& where) {
  Assertion assertion;
  const std::string& place = where.text();
  assertion.origin = system_->origins.Add({{}, system_->names.Add(place)});
  assertion.condition = Import(condition, fmt::format("the assertion at {}", place));
  assertion.message = TextTemplate(std::move(message));
  system_->assertions.push_back(std::move(assertion));
}

void Model::Experiment(const ::daedalus::Experiment& experiment) {
  system_->experiment = experiment;
}

Result<System> Model::Build() && {
  diagnostics_.Append(FindDuplicateNames(*system_));
  if (diagnostics_.HasErrors()) return Failure{diagnostics_.Take()};
  return std::move(*system_);
}

}  // namespace daedalus
