// Makes the components of the instance tree when they are needed.
#pragma once

#include <optional>
#include <string>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

// The model to be flattened: a node without a parent.
NodeId MakeRoot(Context& context, scope::EnvId env);
// The instance of a class that encloses a node (or the node itself). If there is none, a node for the package
// or class whose constants are needed.
NodeId FindInstance(Context& context, NodeId from, scope::EnvId env);

// A member that is a component. For an `outer` one, the `inner` component that it means.
Child ChildOf(Context& context, NodeId node, std::uint32_t member);
// The child of this name; nullopt if there is no such component.
std::optional<Child> ChildOf(Context& context, NodeId node, syntax::NameId name);
// All components below, in the order of the text; makes them if needed.
void ExpandAll(Context& context, NodeId node);

// Calls visit(SymbolId) for everything that was made below the node, in the order of the text.
template <class Visit>
void VisitSymbols(Context& context, NodeId id, Visit&& visit) {
  for (std::size_t i = 0; i < context.tree[id].elements.size(); ++i)
    VisitSymbols(context, context.tree[id].elements[i], visit);
  if (context.tree[id].is_array) return;
  for (std::uint32_t i = 0; i < context.tree[id].children.size(); ++i) {
    const Child child = context.tree[id].children[i];
    const scope::Member& member = context.envs.Members(context.tree[id].env)[i];
    if (member.StandsForInner()) continue;
    if (child.kind == Child::Kind::kNode) VisitSymbols(context, child.node(), visit);
    if (child.kind == Child::Kind::kSymbol) visit(child.symbol());
  }
  for (std::size_t i = 0; i < context.tree.NumAdded(id); ++i) {
    const Child child = context.tree.Added(id, i).child;
    if (child.kind == Child::Kind::kNode) VisitSymbols(context, child.node(), visit);
    if (child.kind == Child::Kind::kSymbol) visit(child.symbol());
  }
}
// Visits the nodes that are not arrays; a node comes before its contents.
template <class Visit>
void VisitNodes(Context& context, NodeId id, Visit&& visit) {
  for (std::size_t i = 0; i < context.tree[id].elements.size(); ++i)
    VisitNodes(context, context.tree[id].elements[i], visit);
  if (context.tree[id].is_array) return;
  visit(id);
  for (std::uint32_t i = 0; i < context.tree[id].children.size(); ++i) {
    const Child child = context.tree[id].children[i];
    const scope::Member& member = context.envs.Members(context.tree[id].env)[i];
    if (child.kind == Child::Kind::kNode && !member.StandsForInner())
      VisitNodes(context, child.node(), visit);
  }
  for (std::size_t i = 0; i < context.tree.NumAdded(id); ++i) {
    const Child child = context.tree.Added(id, i).child;
    if (child.kind == Child::Kind::kNode) VisitNodes(context, child.node(), visit);
  }
}

// The name of a member: one path for the same member in all elements of an array of components.
PathId PathOf(Context& context, const Node& parent, syntax::NameId name, const Dims& dims);

// Finds dimensions, and the value of a constant or parameter; false after a reported mistake
// (evaluate_symbol.cc).
bool EnsureDims(Context& context, SymbolId symbol);
bool EnsureValue(Context& context, SymbolId symbol);
// True if its dimensions are being found at present, and nothing else in between.
bool IsSizingItself(const Context& context, SymbolId symbol);

// Its declaration.
inline const scope::Member& MemberOf(Context& context, const Symbol& symbol) {
  return context.envs.Members(symbol.declared_in)[symbol.member];
}
// The number of dimensions in its declaration, including those of its type.
std::size_t NumDeclaredDimensions(Context& context, const Symbol& symbol);

// ---- Modifiers (layers.cc) ----

std::vector<Layer> LayersOf(Context& context, const Node& parent, const scope::Member& member);
// The value that the outermost modifier gives to a component of the node `from`.
Binding FirstBinding(const std::vector<Layer>& layers, NodeId from);
Binding BindingOf(const Context& context, const Symbol& symbol);
Binding AttributeOf(const Context& context, const Symbol& symbol, Attribute attribute);
// Whether it was given for this component, and not for its type.
bool IsSaidOfComponent(const Context& context, const Symbol& symbol, Attribute attribute);
// Whether there may be one at all, of the component or of its type: most variables have none.
bool MayHaveAttributes(const Context& context, const Symbol& symbol);
// The value of a binding as it is meant for its component, subscripts and fields taken; kError after a
// mistake.
TextScope TextScopeOf(Context& context, const Binding& binding);
Value LowerLayered(Lowering& l, const Binding& binding);

// "r[2].p.v"
std::string PathText(const Context& context, NodeId node);

}  // namespace daedalus::semantics
