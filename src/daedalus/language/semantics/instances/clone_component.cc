#include "daedalus/language/semantics/instances/clone_component.h"

#include "daedalus/language/semantics/events/discrete_symbols.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

Child CloneSymbol(Context& context, SymbolId original, const Dims& dims, NodeId parent, syntax::NameId name) {
  if (!EnsureDims(context, original)) return {Child::Kind::kBroken, 0};
  // For connections, a variable that never changes is still a variable.
  const bool is_unchanging = context.tree[original].is_unchanging;
  const bool is_constant = !context.tree[original].IsVariable() && !is_unchanging;
  if (is_constant && !EnsureValue(context, original)) return {Child::Kind::kBroken, 0};
  Symbol symbol = context.tree[original];
  symbol.parent = parent;
  symbol.name = name;
  symbol.layers.clear();
  symbol.overrides.clear();
  symbol.causality = Causality::kLocal;
  symbol.is_protected = context.tree[parent].is_protected;
  if (is_constant) {
    symbol.role = Role::kEvaluated;
    context.tree[original].is_structural = true;
  } else {
    if (dims != symbol.dims) symbol.index_types.clear();
    symbol.dims = dims;
    symbol.evaluation = Progress::kUnknown;
    if (is_unchanging) BecomeDiscrete(symbol);
    // The modifiers were not copied, so the copy has no value that would decide its kind.
    symbol.is_undecided = symbol.is_unchanging = false;
  }
  return {Child::Kind::kSymbol, context.tree.Add(std::move(symbol)).value};
}

// The node without its children.
NodeId CloneBare(Context& context, NodeId original, NodeId parent) {
  Node node = context.tree[original];
  node.parent = parent;
  node.layers.clear();
  node.causality = Causality::kLocal;
  node.is_protected = context.tree[parent].is_protected;
  node.elements.clear();
  node.children.clear();
  return context.tree.Add(std::move(node));
}

bool CloneChildren(Context& context, NodeId original, NodeId copy) {
  const scope::EnvId env = context.tree[original].env;
  const std::size_t count = context.envs.Members(env).size();
  context.tree[copy].children.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const scope::Member& member = context.envs.Members(env)[i];
    if (member.is_class) continue;
    const syntax::NameId name = member.name;
    const Child child = CloneComponent(context, ChildOf(context, original, i), copy, name);
    if (child.kind == Child::Kind::kBroken) return false;
    context.tree[copy].children[i] = child;
  }
  return true;
}

// One connector that is not an array, alone or as an element.
Child CloneNode(Context& context, NodeId original, NodeId parent, PathId path, std::uint32_t element,
                bool is_element) {
  const NodeId copy = CloneBare(context, original, parent);
  context.tree[copy].is_element = is_element;
  context.tree[copy].path = path;
  context.tree[copy].element = element;
  if (!CloneChildren(context, original, copy)) return {Child::Kind::kBroken, 0};
  return {Child::Kind::kNode, copy.value};
}

Child CloneArray(Context& context, std::vector<NodeId> originals, const Dims& dims, NodeId parent,
                 syntax::NameId name) {
  const PathId path = PathOf(context, context.tree[parent], name, dims);
  const NodeId array = CloneBare(context, originals[0], parent);
  const std::uint32_t first = context.tree[parent].element * static_cast<std::uint32_t>(NumElements(dims));
  context.tree[array].is_array = true;
  context.tree[array].is_element = false;
  context.tree[array].dims = dims;
  context.tree[array].path = path;
  context.tree[array].element = context.tree[parent].element;
  for (std::size_t i = 0; i < originals.size(); ++i) {
    const Child element =
        CloneNode(context, originals[i], array, path, first + static_cast<std::uint32_t>(i), true);
    if (element.kind == Child::Kind::kBroken) return element;
    context.tree[array].elements.push_back(element.node());
  }
  return {Child::Kind::kNode, array.value};
}

}  // namespace

Child CloneComponent(Context& context, Child original, NodeId parent, syntax::NameId name) {
  if (original.kind == Child::Kind::kSymbol) {
    if (!EnsureDims(context, original.symbol())) return {Child::Kind::kBroken, 0};
    const Dims dims = context.tree[original.symbol()].dims;
    return CloneSymbol(context, original.symbol(), dims, parent, name);
  }
  if (original.kind != Child::Kind::kNode) return original;
  const Node& node = context.tree[original.node()];
  if (node.is_array) {
    if (node.elements.empty()) return {Child::Kind::kDisabled, 0};
    return CloneArray(context, node.elements, node.dims, parent, name);
  }
  const PathId path = PathOf(context, context.tree[parent], name, {});
  return CloneNode(context, original.node(), parent, path, context.tree[parent].element, false);
}

Child CloneConnectors(Context& context, const ConnectionEnds& original, NodeId parent, syntax::NameId name) {
  if (original.ends.empty()) return {Child::Kind::kDisabled, 0};
  const ConnectionEnd& first = original.ends[0];
  if (first.symbol.IsValid()) return CloneSymbol(context, first.symbol, original.dims, parent, name);
  if (original.dims.empty())
    return CloneComponent(context, {Child::Kind::kNode, first.node.value}, parent, name);
  std::vector<NodeId> nodes;
  for (const ConnectionEnd& end : original.ends) nodes.push_back(end.node);
  return CloneArray(context, std::move(nodes), original.dims, parent, name);
}

Child CloneEmptyBus(Context& context, NodeId original, NodeId parent, syntax::NameId name) {
  const NodeId copy = CloneBare(context, original, parent);
  const PathId path = PathOf(context, context.tree[parent], name, {});
  Node& node = context.tree[copy];
  node.is_element = false;
  node.path = path;
  node.element = context.tree[parent].element;
  node.children.assign(context.envs.Members(node.env).size(), {Child::Kind::kDisabled, 0});
  return {Child::Kind::kNode, copy.value};
}

}  // namespace daedalus::semantics
