#include "daedalus/language/semantics/describe_stage.h"

#include <fmt/format.h>

#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

using connect::VariableKind;

// ---- Instances ----

std::string_view PrefixOf(const Symbol& symbol) {
  switch (symbol.variability) {
    case Variability::kConstant:
      return "constant ";
    case Variability::kParameter:
      return "parameter ";
    case Variability::kDiscrete:
      return "discrete ";
    case Variability::kContinuous:
      return symbol.connection == syntax::Connection::kFlow     ? "flow "
             : symbol.connection == syntax::Connection::kStream ? "stream "
             : symbol.causality == Causality::kInput            ? "input "
             : symbol.causality == Causality::kOutput           ? "output "
                                                                : "";
  }
  return {};
}

// The value of a scalar that is known now.
std::string ValueText(const Context& context, const Symbol& symbol) {
  const bool is_known =
      symbol.evaluation == Progress::kDone && symbol.dims.empty() && symbol.value.IsConstant();
  if (!is_known) return {};
  const double number = symbol.value.scalar.number;
  if (symbol.type == BaseType::kBoolean) return number != 0.0 ? " = true" : " = false";
  if (symbol.type == BaseType::kString)
    return fmt::format(" = \"{}\"", context.strings.TextOf(symbol.value.scalar));
  if (IsEnumeration(symbol.type))
    return fmt::format(" = {}", context.types.Literals(symbol.type)[static_cast<std::size_t>(number) - 1]);
  return IsNumeric(symbol.type) ? fmt::format(" = {}", number) : std::string();
}

class InstanceLines {
 public:
  explicit InstanceLines(Context& context) : context_(context) {}

  std::string Write(NodeId root) {
    AddNode(root, {}, 0);
    return std::move(text_);
  }

 private:
  void AddNode(NodeId id, std::string_view name, std::size_t depth) {
    const Node& node = context_.tree[id];
    text_ += fmt::format("{:{}}{}{}{}{}\n", "", 2 * depth, context_.envs.NameOf(node.env),
                         name.empty() ? "" : " ", name, node.is_array ? ToString(node.dims) : "");
    for (std::size_t i = 0; i < context_.tree[id].elements.size(); ++i)
      AddNode(context_.tree[id].elements[i], fmt::format("{}[{}]", name, i + 1), depth + 1);
    if (node.is_array) return;
    const std::size_t count = context_.tree[id].children.size();
    for (std::uint32_t i = 0; i < count; ++i) {
      const scope::Member& member = context_.envs.Members(context_.tree[id].env)[i];
      AddChild(context_.tree[id].children[i], member, depth + 1);
    }
  }

  void AddChild(const Child& child, const scope::Member& member, std::size_t depth) {
    const std::string name(context_.Text(member.name));
    if (child.kind == Child::Kind::kDisabled) {
      text_ += fmt::format("{:{}}{} (does not exist: its condition is false)\n", "", 2 * depth, name);
    } else if (member.StandsForInner()) {
      text_ += fmt::format("{:{}}{} (outer)\n", "", 2 * depth, name);
    } else if (child.kind == Child::Kind::kNode) {
      AddNode(child.node(), name, depth);
    } else if (child.kind == Child::Kind::kSymbol) {
      const Symbol& symbol = context_.tree[child.symbol()];
      text_ +=
          fmt::format("{:{}}{}{} {}{}{}\n", "", 2 * depth, PrefixOf(symbol), context_.types.Name(symbol.type),
                      name, ToString(symbol.dims), ValueText(context_, symbol));
    }
  }

  Context& context_;
  std::string text_;
};

// ---- Connections ----

std::string_view NameOfKind(VariableKind kind) {
  switch (kind) {
    case VariableKind::kPotential:
      return "equal";
    case VariableKind::kFlow:
      return "sum is zero";
    case VariableKind::kStream:
      return "stream";
    case VariableKind::kParameter:
      return "equal parameters";
    case VariableKind::kOverdetermined:
      return "overdetermined";
  }
  return {};
}

std::string NameOfEnd(const Context& context, const ConnectionEnd& end) {
  if (end.node.IsValid()) return PathText(context, end.node);
  const Symbol& symbol = context.tree[end.symbol];
  return symbol.dims.empty() ? context.NameOf(symbol)
                             : fmt::format("{}({})", context.NameOf(symbol), end.element + 1);
}

}  // namespace

std::string DescribeInstances(Context& context, NodeId root) {
  return InstanceLines(context).Write(root);
}

std::string DescribeConnections(Context& context) {
  const ConnectionState& state = context.connections;
  const Sources& sources = context.envs.store().sources();
  std::string text;
  for (std::size_t set = 0; set < state.sets.size(); ++set) {
    text += fmt::format("{}:", NameOfKind(state.sets.kinds[set]));
    for (const connect::Slot slot : state.sets.members[set]) {
      text +=
          fmt::format(" {}{}", slot.is_inside() || state.sets.kinds[set] != VariableKind::kFlow ? "" : "-",
                      NameOfEnd(context, state.variables.ends[slot.variable()]));
    }
    text += "\n";
    for (const connect::StatementIndex statement : state.sets.statements[set])
      text += fmt::format("  by {}\n", sources.Text(state.statements[statement].span));
  }
  return text;
}

}  // namespace daedalus::semantics
