#include "daedalus/products/drawing/read/read_components.h"

#include <algorithm>

#include "daedalus/language/scope/class_kinds.h"
#include "daedalus/language/syntax/unparse.h"
#include "daedalus/products/drawing/picture/default_icon.h"
#include "daedalus/products/drawing/read/placement.h"

namespace daedalus::drawing {
namespace {

using scope::Member;

bool IsConnectorClass(ReadContext& read, scope::EnvId env) {
  return scope::IsConnectorKind(read.semantics.envs.KindOf(env));
}

// True for components that a diagram shows without being told where.
bool IsDrawnByKind(ReadContext& read, scope::EnvId env) {
  const syntax::ClassKind kind = read.semantics.envs.KindOf(env);
  if (read.semantics.envs[env].predefined == scope::Predefined::kExternalObject) return false;
  return scope::IsModelKind(kind) || scope::IsConnectorKind(kind) || kind == syntax::ClassKind::kClass;
}

void WarnUnknown(ReadContext& read, Span span, const std::string& message) {
  Diagnostic warning = Warning(Code::kUnknownClass, span, "{}", message);
  if (!IsAmong(warning, read.diagnostics.items())) read.diagnostics.Report(std::move(warning));
}

std::string DimensionsText(const Member& member) {
  std::string text;
  for (const scope::DeclaredText& dimension : member.dimensions) {
    text += text.empty() ? "[" : ", ";
    text += syntax::Unparse(*dimension.tree, dimension.expression);
  }
  return text.empty() ? text : text + "]";
}

std::string DescriptionOf(const Member& member) {
  return member.tree->DescriptionText(member.component->description);
}

Condition ConditionOf(ReadContext& read, const Instance& around, const Member& member) {
  if (!member.condition.expression.IsValid()) return Condition::kTrue;
  return EvaluateCondition(read, {member.condition.tree, member.condition.scope, around.node},
                           member.condition.expression);
}

PortKind PortKindOf(ReadContext& read, const Instance& connector) {
  syntax::Causality causality = read.semantics.envs[connector.env].causality;
  if (connector.declaration->causality != syntax::Causality::kNone)
    causality = connector.declaration->causality;
  if (causality == syntax::Causality::kInput) return PortKind::kInput;
  return causality == syntax::Causality::kOutput ? PortKind::kOutput : PortKind::kPhysical;
}

// Everything about a component except its icon and its place.
PlacedComponent DescribeComponent(ReadContext& read, const Instance& component) {
  PlacedComponent out;
  out.name = component.name;
  out.type = read.semantics.envs.NameOf(component.env);
  out.description = DescriptionOf(*component.declaration);
  out.kind = IsConnectorClass(read, component.env) ? ComponentKind::kConnector : ComponentKind::kComponent;
  out.dimensions = DimensionsText(*component.declaration);
  out.is_outer = component.declaration->is_outer;
  out.span = component.declaration->span;
  return out;
}

Affine PartMap(const Layer& layer, std::uint32_t part) {
  for (const LayerPart& known : layer.parts) {
    if (known.part == part) return known.map;
  }
  return {};
}

// A connector in a diagram has its diagram layer if there is one (section 18.6.1), otherwise its icon.
Icon IconOf(ReadContext& read, const Instance& component, View view) {
  if (view == View::kDiagram && IsConnectorClass(read, component.env)) {
    Layer diagram = ReadLayer(read, component, View::kDiagram);
    if (!diagram.shapes.empty()) return {diagram.system, std::move(diagram.shapes)};
  }
  Layer icon = ReadLayer(read, component, View::kIcon);
  return {icon.system, std::move(icon.shapes)};
}

void ReadIcon(ReadContext& read, const Instance& component, PlacedComponent& out) {
  out.icon = IconOf(read, component, View::kDiagram);
  if (out.kind == ComponentKind::kConnector) {
    if (out.icon.shapes.empty()) out.icon = SquareIcon(PortKindOf(read, component));
    return;
  }
  out.has_diagram = HasConnections(read, component.env);
  const Layer icon = ReadLayer(read, component, View::kIcon, Shapes::kLeftOut);
  out.ports = ReadPorts(read, component, icon);
  if (out.icon.shapes.empty()) out.icon = BoxIcon(LastName(out.name), LastName(out.type), icon.system);
}

}  // namespace

void WarnOfMissingBase(ReadContext& read, scope::EnvId env) {
  if (!read.semantics.envs[env].is_broken) return;
  WarnUnknown(read, read.semantics.envs.SpanOf(env),
              fmt::format("a base class of `{}` is not found; the drawing lacks what it shows",
                          read.semantics.envs.NameOf(env)));
}

bool HasConnections(ReadContext& read, scope::EnvId env) {
  const library::ClassStore& store = read.semantics.envs.store();
  for (const scope::Part& part : read.semantics.envs[env].parts) {
    const syntax::Tree& tree = store.tree(part.cls);
    for (const syntax::Section& section : tree.List(store.definition(part.cls).sections)) {
      for (const syntax::Equation& equation : tree.List(section.equations)) {
        if (equation.kind == syntax::EquationKind::kConnect) return true;
      }
    }
  }
  return false;
}

std::vector<PlacedComponent> ReadPorts(ReadContext& read, const Instance& instance, const Layer& icon) {
  std::vector<PlacedComponent> ports;
  std::vector<PortKind> kinds;
  bool is_any_placed = false;
  std::vector<bool> is_placed;
  const std::size_t count = read.semantics.envs.Members(instance.env).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Member& member = read.semantics.envs.Members(instance.env)[i];
    if (member.is_class || member.is_protected) continue;
    const scope::EnvId env = read.semantics.envs.EnvOf(instance.env, i);
    if (!env.IsValid() || !IsConnectorClass(read, env)) continue;
    const Condition condition = ConditionOf(read, instance, member);
    if (condition == Condition::kFalse) continue;
    const auto placement = ReadPlacement(read, instance, member, View::kIcon);
    if (placement && !placement->is_visible) continue;
    const Instance component = ComponentOf(read, instance, i);
    PlacedComponent port = DescribeComponent(read, component);
    port.is_undecided = condition == Condition::kUnknown;
    port.icon = IconOf(read, component, View::kIcon);
    const PortKind kind = PortKindOf(read, component);
    if (port.icon.shapes.empty()) port.icon = SquareIcon(kind);
    if (placement) {
      port.map =
          Compose(PartMap(icon, PartOf(member)), placement->transformation.MapFrom(port.icon.system.extent));
    }
    is_any_placed = is_any_placed || placement.has_value();
    ports.push_back(std::move(port));
    kinds.push_back(kind);
    is_placed.push_back(placement.has_value());
  }
  if (!is_any_placed) {
    PlaceOnBorder(icon.system.extent, kinds, ports);
    return ports;
  }
  // The author has left out the others on purpose.
  std::vector<PlacedComponent> shown;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (is_placed[i]) shown.push_back(std::move(ports[i]));
  }
  return shown;
}

Components ReadComponents(ReadContext& read, const Instance& instance, const Layer& layer) {
  Components out;
  // Variables of functions and records are not shown in an automatic layout.
  const bool has_own_layout = IsDrawnByKind(read, instance.env);
  const std::size_t count = read.semantics.envs.Members(instance.env).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Member& member = read.semantics.envs.Members(instance.env)[i];
    if (member.is_class || member.component == nullptr) continue;
    const auto placement = ReadPlacement(read, instance, member, View::kDiagram);
    if (placement && !placement->is_visible) continue;
    const scope::EnvId env = read.semantics.envs.EnvOf(instance.env, i);
    if (!env.IsValid()) {
      WarnUnknown(read, member.span,
                  fmt::format("the class of `{}` is not found; the drawing leaves it out",
                              read.semantics.Text(member.name)));
    }
    if (!env.IsValid() || !read.semantics.envs[env].cls.IsValid()) continue;
    if (!placement && !(has_own_layout && IsDrawnByKind(read, env))) continue;
    const Condition condition = ConditionOf(read, instance, member);
    if (condition == Condition::kFalse) {
      out.absent.insert(std::string(read.semantics.Text(member.name)));
      continue;
    }
    const Instance component = ComponentOf(read, instance, i);
    PlacedComponent drawn = DescribeComponent(read, component);
    drawn.is_undecided = condition == Condition::kUnknown;
    WarnOfMissingBase(read, component.env);
    ReadIcon(read, component, drawn);
    if (!placement) {
      out.unplaced.push_back(std::move(drawn));
      continue;
    }
    drawn.map =
        Compose(PartMap(layer, PartOf(member)), placement->transformation.MapFrom(drawn.icon.system.extent));
    out.placed.push_back(std::move(drawn));
  }
  return out;
}

}  // namespace daedalus::drawing
