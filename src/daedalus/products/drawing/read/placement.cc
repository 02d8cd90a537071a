#include "daedalus/products/drawing/read/placement.h"

#include "daedalus/products/drawing/read/record_reader.h"

namespace daedalus::drawing {
namespace {

using syntax::ModificationId;
using syntax::Tree;

ModificationId PlacementOf(const Tree& tree, syntax::DescriptionId description) {
  return description.IsValid() ? EntryOf(tree, tree[description].annotation, "Placement") : ModificationId();
}

// The Placement of the declaration of this name in the text of a class. With a constraining clause it stands
// behind that.
ModificationId DeclaredPlacement(const Tree& tree, const syntax::ClassDefinition& definition,
                                 syntax::NameId name) {
  for (const syntax::Element& element : tree.List(definition.elements)) {
    if (element.kind != syntax::ElementKind::kComponents) continue;
    for (const syntax::Component& component : tree.List(tree[element.components].components)) {
      if (component.name.name != name) continue;
      const ModificationId own = PlacementOf(tree, component.description);
      if (own.IsValid() || !element.constraint.IsValid()) return own;
      return PlacementOf(tree, tree[element.constraint].description);
    }
  }
  return {};
}

Transformation ReadTransformation(ReadContext& read, const AnnotationText& at, ModificationId id) {
  Transformation t;
  RecordReader record(read, at, id);
  record.Read("extent", t.extent);
  record.Read("rotation", t.rotation);
  record.Read("origin", t.origin);
  return t;
}

std::optional<Placement> ReadFrom(ReadContext& read, const AnnotationText& at, ModificationId id, View view) {
  if (!id.IsValid()) return std::nullopt;
  const Tree& tree = *at.tree;
  ModificationId where = EntryOf(tree, id, "transformation");
  const ModificationId on_icon = EntryOf(tree, id, "iconTransformation");
  if (view == View::kIcon && on_icon.IsValid()) where = on_icon;
  if (!where.IsValid()) where = on_icon;
  if (!where.IsValid()) return std::nullopt;
  Placement placement;
  RecordReader record(read, at, id);
  record.Read("visible", placement.is_visible);
  if (view == View::kIcon) record.Read("iconVisible", placement.is_visible);
  placement.transformation = ReadTransformation(read, at, where);
  return placement;
}

}  // namespace

std::uint32_t PartOf(const scope::Member& member) {
  return member.parts.empty() ? 0 : member.parts.front();
}

std::optional<Placement> ReadPlacement(ReadContext& read, const Instance& around, const scope::Member& member,
                                       View view) {
  if (member.component == nullptr) return std::nullopt;
  const AnnotationText at{member.tree, member.scope, around.node};
  if (auto placement = ReadFrom(read, at, PlacementOf(*member.tree, member.component->description), view))
    return placement;
  scope::EnvTable& envs = read.semantics.envs;
  for (const std::uint32_t part : member.parts) {
    const library::ClassId cls = envs[around.env].parts[part].cls;
    const AnnotationText original = TextOfPart(read, around, part);
    const ModificationId declared =
        DeclaredPlacement(*original.tree, envs.store().definition(cls), member.name);
    if (auto placement = ReadFrom(read, original, declared, view)) return placement;
  }
  return std::nullopt;
}

}  // namespace daedalus::drawing
