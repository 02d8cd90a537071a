#include "daedalus/system/compose/assembly.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/system/connect/connection_sets.h"

namespace daedalus::compose {
namespace {

const PortVariable* FindVariable(const PortKind& kind, std::string_view name) {
  const auto found = std::ranges::find(kind, name, &PortVariable::name);
  return found == kind.end() ? nullptr : &*found;
}

std::string ListNames(const PortKind& kind) {
  std::string out;
  for (const PortVariable& variable : kind) out += (out.empty() ? "" : ", ") + variable.name;
  return out;
}

}  // namespace

Expr Port::operator[](std::string_view variable) const {
  const Assembly::PortData& port = assembly_->ports_[index_];
  if (const PortVariable* found = FindVariable(port.kind, variable)) {
    const auto offset = static_cast<std::uint32_t>(found - port.kind.data());
    return assembly_->variables_[port.first_variable + offset].value;
  }
  assembly_->diagnostics_.Report(
      Error(Code::kUnknownName, Span(), "the port `{}` has no variable `{}`", port.path, variable)
          .Hint(fmt::format("it has {}", ListNames(port.kind))));
  return {0.0};
}

Part Part::Add(const std::string& name, const Place& where) const {
  Assembly::PartData& parent = assembly_->parts_[index_];
  assembly_->TakeName(parent, name, where);
  assembly_->parts_.push_back({parent.path + name + ".", index_, {}});
  return Part(assembly_, static_cast<std::uint32_t>(assembly_->parts_.size() - 1));
}

Port Part::AddPort(const std::string& name, const PortKind& kind, const Place& where) const {
  Assembly::PartData& owner = assembly_->parts_[index_];
  assembly_->TakeName(owner, name, where);
  const auto index = static_cast<std::uint32_t>(assembly_->ports_.size());
  const std::string path = owner.path + name;
  assembly_->ports_.push_back(
      {path, index_, static_cast<std::uint32_t>(assembly_->variables_.size()), kind, where});
  for (const PortVariable& variable : kind) {
    const Expr value = assembly_->model_.Variable(path + "." + variable.name, variable.attributes);
    assembly_->variables_.push_back({value, variable.is_flow, index});
  }
  return Port(assembly_, index);
}

void Part::Connect(const Port& a, const Port& b, const Place& where) const {
  if (a.assembly_ != assembly_ || b.assembly_ != assembly_) {
    assembly_->diagnostics_.Report(Error(Code::kBadConnection, Span(),
                                         "the connection at {} has a port of another model", where.text()));
    return;
  }
  assembly_->AddStatement({index_, a.index_, b.index_, where});
}

Expr Part::Variable(const std::string& name, const VariableAttributes& attributes) const {
  return assembly_->model_.Variable(assembly_->parts_[index_].path + name, attributes);
}

Expr Part::Input(const std::string& name, const VariableAttributes& attributes, const Place& where) const {
  return assembly_->model_.Input(assembly_->parts_[index_].path + name, attributes, where);
}

Expr Part::Parameter(const std::string& name, const Expr& value,
                     const ParameterAttributes& attributes) const {
  return assembly_->model_.Parameter(assembly_->parts_[index_].path + name, value, attributes);
}

Expr Part::Time() const {
  return assembly_->model_.Time();
}

void Part::Equation(const EquationExpr& equation, const Place& where) const {
  assembly_->model_.Equation(equation, where);
}

void Part::InitialEquation(const EquationExpr& equation, const Place& where) const {
  assembly_->model_.InitialEquation(equation, where);
}

void Part::Assert(const Expr& condition, const std::string& message, const Place& where) const {
  assembly_->model_.Assert(condition, message, where);
}

Assembly::Assembly(const std::string& name, const std::string& description) : model_(name, description) {
  parts_.emplace_back();
}

void Assembly::TakeName(PartData& part, const std::string& name, const Place& where) {
  if (std::ranges::find(part.names, name) != part.names.end()) {
    diagnostics_.Report(Error(Code::kDuplicateName, Span(), "`{}{}` is added a second time at {}", part.path,
                              name, where.text()));
  }
  part.names.push_back(name);
}

bool Assembly::IsWithinReach(const Statement& statement, std::uint32_t port) {
  const std::uint32_t owner = ports_[port].part;
  if (owner == statement.part || (owner != 0 && parts_[owner].parent == statement.part)) return true;
  const std::string& path = parts_[statement.part].path;
  diagnostics_.Report(
      Error(Code::kBadConnection, Span(), "the connection at {} reaches into another part: `{}`",
            statement.where.text(), ports_[port].path)
          .Hint(fmt::format("{} may connect its own ports and those of the parts that it has directly",
                            path.empty() ? "the model" : "`" + path.substr(0, path.size() - 1) + "`")));
  return false;
}

bool Assembly::AreAlike(const Statement& statement) {
  const PortData &a = ports_[statement.a], &b = ports_[statement.b];
  const auto has = [&](const PortKind& kind, const PortVariable& wanted) {
    const PortVariable* found = FindVariable(kind, wanted.name);
    return found && found->is_flow == wanted.is_flow;
  };
  for (const auto& [one, other] : {std::pair{&a, &b}, {&b, &a}}) {
    for (const PortVariable& variable : one->kind) {
      if (has(other->kind, variable)) continue;
      diagnostics_.Report(
          Error(Code::kBadConnection, Span(),
                "the connection at {} joins ports of two kinds: {} `{}` of `{}` has no partner in `{}`",
                statement.where.text(), variable.is_flow ? "the flow" : "the potential", variable.name,
                one->path, other->path));
      return false;
    }
  }
  return true;
}

void Assembly::AddStatement(const Statement& statement) {
  const bool is_right =
      IsWithinReach(statement, statement.a) && IsWithinReach(statement, statement.b) && AreAlike(statement);
  if (is_right) statements_.push_back(statement);
}

void Assembly::ConnectAll() {
  std::vector<connect::ConnectorVariable> variables;
  for (const PortValue& variable : variables_)
    variables.push_back(
        {variable.is_flow ? connect::VariableKind::kFlow : connect::VariableKind::kPotential});
  const auto slot = [&](const Statement& statement, std::uint32_t port, std::string_view name) {
    const PortData& data = ports_[port];
    const auto offset = static_cast<std::uint32_t>(FindVariable(data.kind, name) - data.kind.data());
    return data.part == statement.part ? connect::Slot::Outside(data.first_variable + offset)
                                       : connect::Slot::Inside(data.first_variable + offset);
  };
  std::vector<connect::SlotPair> pairs;
  for (std::uint32_t i = 0; i < statements_.size(); ++i) {
    const Statement& statement = statements_[i];
    for (const PortVariable& variable : ports_[statement.a].kind)
      pairs.push_back(
          {slot(statement, statement.a, variable.name), slot(statement, statement.b, variable.name), i});
  }
  const connect::ConnectionSets sets = connect::MakeConnectionSets(variables, pairs, statements_.size());
  const auto value = [&](connect::Slot s) { return variables_[s.variable()].value; };
  for (std::size_t set = 0; set < sets.size(); ++set) {
    for (const connect::Equality& equality : sets.equalities[set])
      model_.Equation(value(equality.a) == value(equality.b), statements_[equality.statement].where);
    if (sets.kinds[set] != connect::VariableKind::kFlow) continue;
    const auto members = sets.members[set];
    Expr sum = members[0].sign() > 0 ? value(members[0]) : -value(members[0]);
    for (const connect::Slot s : members.subspan(1)) sum = s.sign() > 0 ? sum + value(s) : sum - value(s);
    const auto because = sets.statements[set];
    model_.Equation(sum == 0, because.empty() ? ports_[variables_[members[0].variable()].port].where
                                              : statements_[because[0]].where);
  }
}

Result<System> Assembly::Build() && {
  ConnectAll();
  Result<System> system = std::move(model_).Build();
  if (!system.ok()) diagnostics_.Append(system.error());
  if (diagnostics_.HasErrors()) return Failure{diagnostics_.Take()};
  return system;
}

}  // namespace daedalus::compose
