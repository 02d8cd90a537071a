#include "daedalus/products/drawing/draw_class.h"

#include "daedalus/base/nearest_name.h"
#include "daedalus/language/semantics/context.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/products/drawing/layout/arrange.h"
#include "daedalus/products/drawing/picture/default_icon.h"
#include "daedalus/products/drawing/read/read_components.h"
#include "daedalus/products/drawing/read/read_connections.h"
#include "daedalus/products/drawing/svg/write_svg.h"

namespace daedalus::drawing {

struct Painter::State {
  State(library::ClassStore& store, Diagnostics& diagnostics)
      : context(store, system), read{context, diagnostics} {}

  System system;  // stays empty, but the context needs one
  semantics::Context context;
  ReadContext read;
};

namespace {

// Splits a name into the name without its subscripts, and the subscripts.
struct ComponentPart {
  std::string name;
  std::vector<std::size_t> subscripts;
};

std::vector<ComponentPart> SplitComponent(const std::string& path) {
  std::vector<ComponentPart> parts(1);
  bool is_quoted = false;
  int depth = 0;
  for (const char c : path) {
    if (c == '\'') is_quoted = !is_quoted;
    ComponentPart& part = parts.back();
    if (is_quoted || c == '\'') {
      part.name += c;
    } else if (c == '[' || (depth > 0 && c == ',')) {
      depth = 1;
      part.subscripts.push_back(0);
    } else if (c == ']') {
      depth = 0;
    } else if (depth > 0) {
      if (c >= '0' && c <= '9' && part.subscripts.back() < 1000000)
        part.subscripts.back() = 10 * part.subscripts.back() + static_cast<std::size_t>(c - '0');
    } else if (c == '.') {
      parts.emplace_back();
    } else {
      part.name += c;
    }
  }
  return parts;
}

Diagnostic NoComponent(ReadContext& read, const Instance& around, const std::string& name) {
  NearestName nearest(name);
  for (const scope::Member& member : read.semantics.envs.Members(around.env)) {
    if (!member.is_class) nearest.Offer(read.semantics.Text(member.name));
  }
  return Error(Code::kUnknownClass, read.semantics.envs.SpanOf(around.env), "`{}` has no component `{}`",
               read.semantics.envs.NameOf(around.env), name)
      .Hint(nearest.Hint());
}

// The element of an array that the subscripts select; the first one if there are none or they are wrong.
void SelectElement(ReadContext& read, const ComponentPart& part, Instance& instance) {
  if (!instance.node.IsValid() || part.subscripts.empty()) return;
  const semantics::NodeId array = read.semantics.tree[instance.node].parent;
  if (!array.IsValid() || !read.semantics.tree[array].is_array) return;
  const semantics::Node& node = read.semantics.tree[array];
  std::size_t index = 0;
  for (std::size_t d = 0; d < node.dims.size(); ++d) {
    const std::size_t subscript = d < part.subscripts.size() ? part.subscripts[d] : 1;
    index = index * static_cast<std::size_t>(node.dims[d]) + (subscript == 0 ? 0 : subscript - 1);
  }
  if (index < node.elements.size()) instance.node = node.elements[index];
}

Result<Instance> FindComponent(ReadContext& read, Instance instance, const std::string& path) {
  if (path.empty()) return instance;
  for (const ComponentPart& part : SplitComponent(path)) {
    scope::EnvTable& envs = read.semantics.envs;
    const std::uint32_t member = envs.FindMember(instance.env, envs.store().names().Intern(part.name));
    if (member == scope::kNoMember || envs.Members(instance.env)[member].is_class)
      return Fail(NoComponent(read, instance, part.name));
    Instance found = ComponentOf(read, instance, member);
    if (!found.env.IsValid() || !envs[found.env].cls.IsValid())
      return Fail(Error(Code::kUnknownClass, found.declaration->span, "`{}` has no class that can be drawn",
                        found.name));
    SelectElement(read, part, found);
    instance = std::move(found);
  }
  instance.name = path;
  return instance;
}

std::string DescriptionOfClass(ReadContext& read, scope::EnvId env) {
  const library::ClassStore& store = read.semantics.envs.store();
  const library::ClassId cls = read.semantics.envs[env].cls;
  return store.tree(cls).DescriptionText(store.definition(cls).description);
}

Drawing NewDrawing(ReadContext& read, const Instance& instance, View view) {
  Drawing drawing;
  drawing.view = view;
  drawing.class_name = read.semantics.envs.NameOf(instance.env);
  drawing.component = instance.name;
  drawing.description = DescriptionOfClass(read, instance.env);
  return drawing;
}

Drawing DrawDiagram(ReadContext& read, const Instance& instance) {
  Drawing drawing = NewDrawing(read, instance, View::kDiagram);
  Layer layer = ReadLayer(read, instance, View::kDiagram);
  drawing.system = layer.system;
  Components components = ReadComponents(read, instance, layer);
  drawing.connections = ReadConnections(read, instance, layer, components.absent);
  drawing.shapes = std::move(layer.shapes);
  drawing.components = std::move(components.placed);
  Arrange(drawing, std::move(components.unplaced));
  return drawing;
}

Drawing DrawIcon(ReadContext& read, const Instance& instance) {
  Drawing drawing = NewDrawing(read, instance, View::kIcon);
  Layer layer = ReadLayer(read, instance, View::kIcon);
  drawing.system = layer.system;
  drawing.components = ReadPorts(read, instance, layer);
  drawing.shapes = std::move(layer.shapes);
  if (drawing.shapes.empty()) {
    const std::string name = LastName(drawing.component.empty() ? drawing.class_name : drawing.component);
    drawing.shapes = BoxIcon(name, LastName(drawing.class_name), layer.system).shapes;
    if (drawing.component.empty()) drawing.shapes.pop_back();  // both texts would be the same
  }
  return drawing;
}

Drawing DrawInstance(ReadContext& read, const Instance& instance, std::optional<View> view) {
  if (view == View::kIcon) return DrawIcon(read, instance);
  Drawing diagram = DrawDiagram(read, instance);
  const bool shows_only_connectors = diagram.shapes.empty() && diagram.connections.empty() &&
                                     std::ranges::all_of(diagram.components, [](const PlacedComponent& c) {
                                       return c.kind == ComponentKind::kConnector;
                                     });
  return view || !shows_only_connectors ? std::move(diagram) : DrawIcon(read, instance);
}

}  // namespace

Painter::Painter(library::ClassStore& store, Diagnostics& diagnostics)
    : state_(std::make_unique<State>(store, diagnostics)) {}

Painter::~Painter() = default;

Result<Drawing> Painter::Draw(library::ClassId cls, const DrawOptions& options) {
  ReadContext& read = state_->read;
  semantics::Context& c = read.semantics;
  // Errors that do not matter for the drawing are ignored; `check` reports them.
  const semantics::Reporter::Silent silent(c.reporter);
  Instance root;
  root.env = c.envs.Root(cls);
  if (!root.env.IsValid() || !c.envs[root.env].cls.IsValid())
    return Fail(Error(Code::kUnknownClass, {}, "`{}` cannot be drawn: it has no text of its own",
                      c.envs.store().FullName(cls)));
  root.node = semantics::MakeRoot(c, root.env);
  const auto instance = FindComponent(read, root, options.component);
  if (!instance) return Failure{instance.error()};
  WarnOfMissingBase(read, instance->env);
  return DrawInstance(read, *instance, options.view);
}

bool Painter::HasGraphics(library::ClassId cls, View view) {
  const semantics::Reporter::Silent silent(state_->context.reporter);
  Instance root;
  root.env = state_->context.envs.Root(cls);
  if (!root.env.IsValid() || !state_->context.envs[root.env].cls.IsValid()) return false;
  return !ReadLayer(state_->read, root, view).shapes.empty();
}

Result<std::string> SvgOf(library::ClassStore& store, library::ClassId cls, const DrawOptions& options,
                          Diagnostics& diagnostics) {
  Painter painter(store, diagnostics);
  const auto drawing = painter.Draw(cls, options);
  if (!drawing) return Failure{drawing.error()};
  return WriteSvg(*drawing);
}

}  // namespace daedalus::drawing
