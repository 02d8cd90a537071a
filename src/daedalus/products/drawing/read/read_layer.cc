#include "daedalus/products/drawing/read/read_layer.h"

#include "daedalus/language/library/annotations.h"
#include "daedalus/products/drawing/read/parameter_text.h"
#include "daedalus/products/drawing/read/read_shapes.h"

namespace daedalus::drawing {
namespace {

using syntax::ModificationId;
using syntax::Tree;

class LayerReader {
 public:
  LayerReader(ReadContext& read, const Instance& instance, View view, Shapes shapes)
      : read_(read), instance_(instance), view_(view), shapes_(shapes), macros_(MacrosOf(read, instance)) {}

  Layer Read() {
    scope::EnvTable& envs = read_.semantics.envs;
    if (!instance_.env.IsValid() || envs[instance_.env].parts.empty()) return {};
    layer_.system = SystemOf(0, &layer_.has_system);
    ReadPart({0, {}, true}, 0);
    return std::move(layer_);
  }

 private:
  const scope::ClassEnv& env() { return read_.semantics.envs[instance_.env]; }
  ModificationId LayerAnnotation(std::uint32_t part) {
    const library::ClassStore& store = read_.semantics.envs.store();
    const library::ClassId cls = env().parts[part].cls;
    const Tree& tree = store.tree(cls);
    return EntryOf(tree, library::AnnotationOf(tree, store.definition(cls)),
                   view_ == View::kIcon ? "Icon" : "Diagram");
  }
  std::vector<std::uint32_t> BasesOf(std::uint32_t part) {
    std::vector<std::uint32_t> bases;
    const auto& parts = env().parts;
    for (std::uint32_t i = part + 1; i < parts[part].end; i = parts[i].end) bases.push_back(i);
    return bases;
  }

  // The coordinate system of the class, otherwise of the first base class that has one.
  CoordinateSystem SystemOf(std::uint32_t part, bool* is_given) {
    const AnnotationText at = TextOfPart(read_, instance_, part);
    const ModificationId annotation = LayerAnnotation(part);
    CoordinateSystem system;
    RecordReader record(read_, at, EntryOf(*at.tree, annotation, "coordinateSystem"));
    if (record.Has("extent")) {
      record.Read("extent", system.extent);
      record.Read("preserveAspectRatio", system.preserves_aspect_ratio);
      record.Read("initialScale", system.initial_scale);
      *is_given = true;
      if (system.extent.Width() > 0.0 && system.extent.Height() > 0.0) return system;
      read_.Warn(at.tree->SpanOf(record.Find("extent")), "this coordinate system has no area");
      return {};
    }
    for (const std::uint32_t base : BasesOf(part)) {
      bool has_base = false;
      const CoordinateSystem inherited = SystemOf(base, &has_base);
      if (!has_base) continue;
      *is_given = true;
      return inherited;
    }
    return system;
  }

  // The place into which the extends clause maps the base class.
  LayerPart MapOf(const LayerPart& user, std::uint32_t base) {
    LayerPart mapped{base, user.map, user.shows_shapes};
    const library::ClassStore& store = read_.semantics.envs.store();
    const library::ClassId cls = env().parts[user.part].cls;
    const AnnotationText at = TextOfPart(read_, instance_, user.part);
    ModificationId annotation;
    if (const auto* clause = FindClause(*at.tree, store.definition(cls), user.part, base)) {
      annotation = clause->annotation;
    } else if (env().parts[user.part].is_short) {
      annotation = library::AnnotationOf(*at.tree, store.definition(cls));
    }
    RecordReader record(read_, at,
                        EntryOf(*at.tree, annotation, view_ == View::kIcon ? "IconMap" : "DiagramMap"));
    bool shows = true;
    record.Read("primitivesVisible", shows);
    mapped.shows_shapes = mapped.shows_shapes && shows;
    if (!record.Has("extent")) return mapped;
    Extent extent{{0.0, 0.0}, {0.0, 0.0}};
    record.Read("extent", extent);
    if (extent.Width() == 0.0 || extent.Height() == 0.0) return mapped;
    bool ignored = false;
    mapped.map = Compose(user.map, MapExtent(SystemOf(base, &ignored).extent, extent));
    return mapped;
  }

  // Bases are in the order of their extends clauses.
  const syntax::Extends* FindClause(const Tree& tree, const syntax::ClassDefinition& definition,
                                    std::uint32_t user, std::uint32_t base) {
    std::size_t position = 0;
    for (const std::uint32_t other : BasesOf(user)) {
      if (other == base) break;
      ++position;
    }
    const std::string_view wanted = read_.semantics.envs.store().Name(env().parts[base].cls);
    const syntax::Extends* by_position = nullptr;
    for (const syntax::Element& element : tree.List(definition.elements)) {
      if (element.kind != syntax::ElementKind::kExtends) continue;
      const syntax::Extends& clause = tree[element.extends];
      const auto names = tree.List(tree[clause.type].parts);
      if (position-- == 0) by_position = &clause;
      if (!names.empty() && tree.Text(names.back().name) == wanted) return &clause;
    }
    return by_position;
  }

  void ReadPart(const LayerPart& at, int depth) {
    constexpr int kMaxDepth = 100;
    if (depth > kMaxDepth) return;
    for (const std::uint32_t base : BasesOf(at.part)) ReadPart(MapOf(at, base), depth + 1);
    layer_.parts.push_back(at);
    if (shapes_ == Shapes::kLeftOut || !at.shows_shapes) return;
    const AnnotationText text = TextOfPart(read_, instance_, at.part);
    const syntax::Modifier* graphics = library::FindEntry(*text.tree, LayerAnnotation(at.part), "graphics");
    if (graphics == nullptr || !graphics->modification.IsValid()) return;
    const syntax::ExpressionId value = (*text.tree)[graphics->modification].value;
    if (value.IsValid()) ReadGraphics(read_, text, value, {macros_, at.map, layer_.shapes});
  }

  ReadContext& read_;
  const Instance& instance_;
  View view_;
  Shapes shapes_;
  MacroLookup macros_;
  Layer layer_;
};

}  // namespace

Layer ReadLayer(ReadContext& read, const Instance& instance, View view, Shapes shapes) {
  return LayerReader(read, instance, view, shapes).Read();
}

}  // namespace daedalus::drawing
