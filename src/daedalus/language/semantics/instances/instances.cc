#include "daedalus/language/semantics/instances/instances.h"

#include <algorithm>

#include "daedalus/language/library/annotations.h"
#include "daedalus/language/scope/subtype.h"
#include "daedalus/language/semantics/events/discrete_symbols.h"
#include "daedalus/language/semantics/expressions/arithmetic.h"
#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/instances/check_modifiers.h"
#include "daedalus/language/semantics/instances/class_types.h"
#include "daedalus/language/semantics/instances/elements.h"
#include "daedalus/language/semantics/instances/named_child.h"

namespace daedalus::semantics {
namespace {

using scope::Member;
using scope::Predefined;

// ---- What a declaration says by its words ----

Variability VariabilityOf(const Member& member) {
  switch (member.variability) {
    case syntax::Variability::kConstant:
      return Variability::kConstant;
    case syntax::Variability::kParameter:
      return Variability::kParameter;
    default:
      return Variability::kContinuous;
  }
}

Causality CausalityOf(const Context& context, const Node& parent, const Member& member, scope::EnvId env) {
  syntax::Causality given = member.causality;
  if (given == syntax::Causality::kNone) given = context.envs[env].causality;
  if (given == syntax::Causality::kInput) return Causality::kInput;
  if (given == syntax::Causality::kOutput) return Causality::kOutput;
  return parent.causality;
}

bool IsLeaf(Predefined type) {
  return type != Predefined::kNone;
}

// ---- Inner and outer ----

std::string MissingInnerMessage(Context& context, scope::EnvId env) {
  return env.IsValid() ? AnnotationText(context, env, "missingInnerMessage") : std::string();
}

// A component as it is declared in an instance.
struct DeclaredIn {
  NodeId node;
  const Member& member;
  scope::EnvId type;
};

// Sizes that are given in the text; nullopt if one follows from the value, or is not known.
std::vector<std::optional<std::int64_t>> WrittenSizes(Context& context, const DeclaredIn& declared) {
  const Reporter::Silent silent(context.reporter);  // mistakes are reported when the component is made
  std::vector<scope::DeclaredText> dimensions = declared.member.dimensions;
  const auto of_type = context.envs[declared.type].dimensions;
  dimensions.insert(dimensions.end(), of_type.begin(), of_type.end());
  std::vector<std::optional<std::int64_t>> sizes;
  for (const scope::DeclaredText& dimension : dimensions) {
    sizes.emplace_back();
    if ((*dimension.tree)[dimension.expression].kind == syntax::ExpressionKind::kColon) continue;
    TextScope text{*dimension.tree, FindInstance(context, declared.node, dimension.scope.env),
                   dimension.scope};
    Lowering l{context, text, {Mode::kStructural, Variability::kParameter, "a dimension"}};
    if (const auto size = LowerDimension(l, dimension.expression)) sizes.back() = size->size;
  }
  return sizes;
}

std::string WhyOtherSizes(Context& context, const DeclaredIn& inner, const DeclaredIn& outer) {
  const auto a = WrittenSizes(context, inner), b = WrittenSizes(context, outer);
  for (std::size_t d = 0; d < std::min(a.size(), b.size()); ++d) {
    if (a[d] && b[d] && *a[d] != kUnknownSize && *b[d] != kUnknownSize && *a[d] != *b[d])
      return fmt::format("it has {} elements, the outer one {}", *a[d], *b[d]);
  }
  return {};
}

// True if the inner component can replace the outer one (section 5.4).
void CheckInner(Context& context, const DeclaredIn& declared_inner, const DeclaredIn& declared_outer) {
  const auto& [inner_node, inner, inner_type] = declared_inner;
  const auto& [outer_node, outer, outer_type] = declared_outer;
  if (!inner_type.IsValid()) return;
  std::string why = scope::WhyNotSubtype(context.envs, inner_type, outer_type);
  if (why.empty()) {
    why = scope::WhyOtherDimensions(inner.dimensions.size() + context.envs[inner_type].dimensions.size(),
                                    outer.dimensions.size() + context.envs[outer_type].dimensions.size());
  }
  if (why.empty()) why = WhyOtherSizes(context, declared_inner, declared_outer);
  if (why.empty()) return;
  context.reporter.Report(Error(Code::kTypeMismatch, outer.span,
                                "the inner `{}` does not fit this outer one: {}", context.Text(outer.name),
                                why)
                              .With(inner.span, "the inner one"));
}

Child MakeNode(Context& context, NodeId parent, std::uint32_t index, const Member& member, scope::EnvId env,
               std::vector<Layer> layers);

// If nothing declares it, the model itself does, with all defaults, and a warning (section 5.4). Nothing is
// made if that is not possible: in a package, for a partial class, for a single variable, or if the name is
// used. An `inner outer` component of the model that contains the outer one uses the name, too.
std::optional<Child> AddInner(Context& context, NodeId from, const Member& outer, scope::EnvId env) {
  NodeId root = from;
  while (context.tree[root].parent.IsValid()) root = context.tree[root].parent;
  for (std::size_t i = 0; i < context.tree.NumAdded(root); ++i) {
    const AddedMember& added = context.tree.Added(root, i);
    if (added.name == outer.name && added.child.kind == Child::Kind::kNode &&
        context.tree[added.child.node()].env == env)
      return added.child;
  }
  // The model itself may need it.
  const std::uint32_t taken = context.envs.FindMember(context.tree[root].env, outer.name);
  const auto is_free = [](const Member& own) { return own.is_outer && !own.is_inner; };
  const bool can_be_made =
      !context.tree[root].is_package && !context.envs.IsPartial(env) && outer.dimensions.empty() &&
      context.envs[env].predefined == Predefined::kNone &&
      (taken == scope::kNoMember || is_free(context.envs.Members(context.tree[root].env)[taken]));
  if (!can_be_made) return std::nullopt;
  auto warning = Warning(Code::kMissingInner, outer.span,
                         "nothing around `{}` declares an `inner {}`: one with all defaults is used",
                         PathText(context, from), context.Text(outer.name));
  if (const std::string text = MissingInnerMessage(context, env); !text.empty()) warning.Note(text);
  warning.Hint(
      fmt::format("declare `inner {} {}` in the model", context.envs.NameOf(env), context.Text(outer.name)));
  context.reporter.Report(std::move(warning));
  Member member = outer;
  member.mods.clear();
  const Child made = MakeNode(context, root, 0, member, env, {});
  if (made.kind == Child::Kind::kNode) context.tree.added[root.value].push_back({outer.name, made});
  return made;
}

Child FindInner(Context& context, NodeId from, const Member& outer, scope::EnvId env) {
  for (NodeId node = context.tree[from].parent; node.IsValid(); node = context.tree[node].parent) {
    if (context.tree[node].is_array) continue;
    const std::uint32_t member = context.envs.FindMember(context.tree[node].env, outer.name);
    if (member == scope::kNoMember) continue;
    const Member& candidate = context.envs.Members(context.tree[node].env)[member];
    if (candidate.is_class || !candidate.is_inner) continue;
    CheckInner(context, {node, candidate, context.envs.EnvOf(context.tree[node].env, member)},
               {from, outer, env});
    return ChildOf(context, node, member);
  }
  if (const auto added = AddInner(context, from, outer, env)) return *added;
  auto error = Error(Code::kMissingInner, outer.span, "nothing around `{}` declares an `inner {}`",
                     PathText(context, from), context.Text(outer.name));
  if (const std::string text = MissingInnerMessage(context, env); !text.empty()) error.Note(text);
  context.reporter.Report(std::move(error));
  return {Child::Kind::kBroken, 0};
}

// ---- Dimensions of an array of components ----

std::optional<Dims> ComponentDims(Context& context, NodeId parent,
                                  const std::vector<scope::DeclaredText>& declared,
                                  const std::vector<Layer>& layers, Span span) {
  Dims dims;
  for (std::size_t d = 0; d < declared.size(); ++d) {
    const scope::DeclaredText& dimension = declared[d];
    TextScope text{*dimension.tree, FindInstance(context, parent, dimension.scope.env), dimension.scope};
    Lowering l{context,
               text,
               {.mode = Mode::kStructural,
                .limit = Variability::kParameter,
                .what = "a dimension",
                .is_by_declaration = true}};
    if ((*dimension.tree)[dimension.expression].kind == syntax::ExpressionKind::kColon) {
      const Binding given = FirstBinding(layers, parent);
      if (!given.IsValid()) {
        l.Error(Code::kUnknownDimension, l.SpanOf(dimension.expression),
                "the size of `:` is unknown, because there is no value");
        return std::nullopt;
      }
      TextScope there = TextScopeOf(context, given);
      Lowering probe{context, there, {Mode::kProbe, Variability::kContinuous, "a dimension"}};
      const Value value = LowerLayered(probe, given);
      if (value.IsError()) return std::nullopt;
      if (value.dims.size() <= d) {
        probe.Error(Code::kDimensionMismatch, probe.SpanOf(given.expression),
                    "this has too few dimensions: {}", probe.TypeText(value));
        return std::nullopt;
      }
      dims.push_back(value.dims[d]);
      continue;
    }
    const auto size = LowerDimension(l, dimension.expression);
    if (!size) return std::nullopt;
    dims.push_back(size->size);
  }
  TextScope none{*declared[0].tree};
  Lowering l{context, none};
  if (!AreSizes(l, dims, span)) return std::nullopt;
  return dims;
}

std::vector<scope::DeclaredText> DeclaredDimensions(const Context& context, const Member& member,
                                                    scope::EnvId env) {
  std::vector<scope::DeclaredText> out = member.dimensions;
  for (const scope::DeclaredText& d : context.envs[env].dimensions) out.push_back(d);
  return out;
}

// ---- Making nodes and symbols ----

void AddElements(Context& context, NodeId array) {
  const std::int64_t count = NumElements(context.tree[array].dims);
  const Dims dims = context.tree[array].dims;
  Node any = context.tree[array];
  any.parent = array;
  any.is_array = false;
  any.is_element = true;
  any.dims = {};
  context.tree[array].elements.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    Node element = any;
    element.element =
        context.tree[array].element * static_cast<std::uint32_t>(count) + static_cast<std::uint32_t>(i);
    std::vector<std::int64_t> subscripts(dims.size());
    std::int64_t rest = i;
    for (std::size_t d = dims.size(); d-- > 0; rest /= dims[d]) subscripts[d] = rest % dims[d] + 1;
    for (Layer& layer : element.layers) {
      layer.subscripts.insert(layer.subscripts.end(), subscripts.begin(), subscripts.end());
    }
    const NodeId id = context.tree.Add(std::move(element));
    context.tree[array].elements.push_back(id);
  }
}

// A class inside itself. Also one that differs from level to level by redeclarations, which never ends
// either.
bool ContainsItself(const Context& context, NodeId parent, scope::EnvId env) {
  constexpr int kMaxLevels = 200;
  int depth = 0;
  for (NodeId up = parent; up.IsValid(); up = context.tree[up].parent) {
    const Node& node = context.tree[up];
    if (node.env == env && !node.is_package) return true;
    if (++depth > kMaxLevels) return true;
  }
  return false;
}

Child MakeNode(Context& context, NodeId parent, std::uint32_t index, const Member& member, scope::EnvId env,
               std::vector<Layer> layers) {
  if (ContainsItself(context, parent, env)) {
    context.reporter.Report(Error(Code::kRecursiveComponent, member.span,
                                  "`{}` is of the class `{}`, which contains it", context.Text(member.name),
                                  context.envs.NameOf(env)));
    return {Child::Kind::kBroken, 0};
  }
  if (context.envs.IsPartial(env)) {
    context.reporter.Report(Error(Code::kPartialClass, member.span,
                                  "`{}` is of the class `{}`, which is partial and must be completed first",
                                  context.Text(member.name), context.envs.NameOf(env)));
    return {Child::Kind::kBroken, 0};
  }
  const auto declared = DeclaredDimensions(context, member, env);
  Dims dims;
  if (!declared.empty()) {
    const auto found = ComponentDims(context, parent, declared, layers, member.span);
    if (!found) return {Child::Kind::kBroken, 0};
    dims = *found;
  }
  const Node& around = context.tree[parent];
  Node node;
  node.parent = parent;
  node.member = index;
  node.env = env;
  node.layers = std::move(layers);
  node.variability = std::min(around.variability, VariabilityOf(member));
  node.causality = CausalityOf(context, around, member, env);
  node.connection = member.connection == syntax::Connection::kNone ? around.connection : member.connection;
  node.is_package = around.is_package;
  node.is_protected = around.is_protected || member.is_protected;
  node.is_array = !declared.empty();
  node.dims = dims;
  node.path = PathOf(context, around, member.name, dims);
  node.element = around.element;
  CheckModifiers(context, node, context.Text(member.name));
  const NodeId id = context.tree.Add(std::move(node));
  if (context.tree[id].is_array) AddElements(context, id);
  return {Child::Kind::kNode, id.value};
}

// annotation(Evaluate = true)
bool IsMarkedEvaluate(const Member& member) {
  const syntax::Tree& tree = *member.tree;
  if (!member.component->description.IsValid()) return false;
  const auto* modifier = library::FindEntry(tree, tree[member.component->description].annotation, "Evaluate");
  if (modifier == nullptr || !modifier->modification.IsValid()) return false;
  const syntax::ExpressionId value = tree[modifier->modification].value;
  return value.IsValid() && tree[value].kind == syntax::ExpressionKind::kBoolean &&
         tree.BooleanValue(tree[value]);
}

Child MakeSymbol(Context& context, NodeId parent, std::uint32_t index, const Member& member, scope::EnvId env,
                 std::vector<Layer> layers) {
  const Node& around = context.tree[parent];
  Symbol symbol;
  symbol.parent = parent;
  symbol.declared_in = around.env;
  symbol.member = index;
  symbol.env = env;
  symbol.layers = std::move(layers);
  symbol.name = member.name;
  symbol.name_span = member.span;
  symbol.span = member.tree->SpanOf(*member.component);
  symbol.type = TypeOfClass(context, env);
  symbol.variability = std::min(around.variability, VariabilityOf(member));
  symbol.causality = CausalityOf(context, around, member, env);
  symbol.connection = member.connection == syntax::Connection::kNone ? around.connection : member.connection;
  symbol.is_final = member.is_final;
  symbol.is_protected = around.is_protected || member.is_protected;
  const bool is_evaluated =
      symbol.variability == Variability::kConstant || !HasValueType(symbol.type) || around.is_package;
  symbol.role = symbol.IsVariable() ? Role::kVariable : is_evaluated ? Role::kEvaluated : Role::kParameter;
  const bool is_discrete = member.variability == syntax::Variability::kDiscrete;
  if (symbol.IsVariable() && (is_discrete || !IsContinuous(symbol.type))) {
    BecomeDiscrete(symbol);
    symbol.is_undecided = !is_discrete && BindingOf(context, symbol).IsValid();
  }
  CheckModifiers(context, symbol, DeclaredDimensions(context, member, env).empty());
  symbol.is_evaluated = symbol.variability == Variability::kParameter && IsMarkedEvaluate(member);
  TakeOverrides(context, symbol);
  return {Child::Kind::kSymbol, context.tree.Add(std::move(symbol)).value};
}

// True if the component exists; nullopt after a mistake.
std::optional<bool> IsEnabled(Context& context, NodeId parent, const Member& member) {
  const auto& [tree, condition, scope] = member.condition;
  if (!condition.IsValid()) return true;
  TextScope text{*tree, FindInstance(context, parent, scope.env), scope};
  Lowering l{context,
             text,
             {.mode = Mode::kStructural,
              .limit = Variability::kParameter,
              .what = "the condition of a component",
              .is_by_declaration = true}};
  const Value value = LowerStructural(l, condition, "the condition of a component");
  if (value.IsError()) return std::nullopt;
  if (value.type == BaseType::kBoolean && value.IsScalar()) return value.scalar.number != 0.0;
  l.Error(Code::kTypeMismatch, l.SpanOf(condition), "a condition is a Boolean, but this is {}",
          l.TypeText(value));
  return std::nullopt;
}

Child MakeChild(Context& context, NodeId parent, std::uint32_t index) {
  const scope::EnvId around = context.tree[parent].env;
  const Member& member = context.envs.Members(around)[index];
  const auto enabled = IsEnabled(context, parent, member);
  if (!enabled) return {Child::Kind::kBroken, 0};
  if (!*enabled) return {Child::Kind::kDisabled, 0};
  const scope::EnvId env = context.envs.EnvOf(around, index);
  if (!env.IsValid() || context.envs[env].is_broken) return {Child::Kind::kBroken, 0};
  if (member.StandsForInner()) return FindInner(context, parent, member, env);
  std::vector<Layer> layers = LayersOf(context, context.tree[parent], member);
  if (IsLeaf(context.envs[env].predefined))
    return MakeSymbol(context, parent, index, member, env, std::move(layers));
  return MakeNode(context, parent, index, member, env, std::move(layers));
}

bool HasOuterComponents(const Context& context, scope::EnvId env) {
  return std::ranges::any_of(context.envs.Members(env),
                             [](const Member& member) { return member.is_outer && !member.is_class; });
}

// The instance of the class that declares a package, among those that enclose `from`.
NodeId InstanceAround(const Context& context, NodeId from, scope::EnvId package) {
  for (scope::EnvId env = context.envs[package].lexical.env; env.IsValid();
       env = context.envs[env].lexical.env) {
    for (NodeId node = from; node.IsValid(); node = context.tree[node].parent) {
      if (context.tree[node].env == env && !context.tree[node].is_array) return node;
    }
  }
  return {};
}

// One for all uses of its name. If it refers to its surroundings by `outer`, one for each enclosing instance
// (section 5.4).
NodeId PackageNode(Context& context, NodeId from, scope::EnvId env) {
  if (const auto known = context.lookups.packages.find({env, {}}); known != context.lookups.packages.end())
    return known->second;
  const NodeId around = HasOuterComponents(context, env) ? InstanceAround(context, from, env) : NodeId();
  const auto [at, is_new] = context.lookups.packages.try_emplace({env, around}, NodeId());
  if (!is_new) return at->second;
  Node node;
  node.env = env;
  node.parent = around;
  node.is_package = true;
  return at->second = context.tree.Add(std::move(node));
}

}  // namespace

NodeId MakeRoot(Context& context, scope::EnvId env) {
  Node node;
  node.env = env;
  return context.tree.Add(std::move(node));
}

NodeId FindInstance(Context& context, NodeId from, scope::EnvId env) {
  if (!env.IsValid()) return {};
  for (NodeId node = from; node.IsValid(); node = context.tree[node].parent) {
    if (context.tree[node].env == env && !context.tree[node].is_array) return node;
  }
  return PackageNode(context, from, env);
}

Child ChildOf(Context& context, NodeId parent, std::uint32_t member) {
  {
    Node& node = context.tree[parent];
    if (node.children.size() <= member) node.children.resize(context.envs.Members(node.env).size());
    Child& child = node.children[member];
    if (child.kind == Child::Kind::kInProgress) {
      const Member& declared = context.envs.Members(node.env)[member];
      context.reporter.Report(Error(Code::kCyclicDeclaration, declared.span,
                                    "the declaration of `{}` depends on itself",
                                    context.Text(declared.name)));
      return {Child::Kind::kBroken, 0};
    }
    if (child.kind != Child::Kind::kNew) return child;
    child.kind = Child::Kind::kInProgress;
  }
  const Child made = MakeChild(context, parent, member);
  context.tree[parent].children[member] = made;
  return made;
}

Child NamedChild(Context& context, NodeId node, std::uint32_t member) {
  const Member& declared = context.envs.Members(context.tree[node].env)[member];
  if (!declared.is_inner || !declared.is_outer) return ChildOf(context, node, member);
  const scope::EnvId env = context.envs.EnvOf(context.tree[node].env, member);
  if (!env.IsValid()) return {Child::Kind::kBroken, 0};
  return FindInner(context, node, declared, env);
}

std::optional<Child> ChildOf(Context& context, NodeId node, syntax::NameId name) {
  const std::uint32_t member = context.envs.FindMember(context.tree[node].env, name);
  if (member != scope::kNoMember && !context.envs.Members(context.tree[node].env)[member].is_class)
    return ChildOf(context, node, member);
  for (std::size_t i = 0; i < context.tree.NumAdded(node); ++i) {
    if (context.tree.Added(node, i).name == name) return context.tree.Added(node, i).child;
  }
  return std::nullopt;
}

std::size_t NumDeclaredDimensions(Context& context, const Symbol& symbol) {
  const Member& member = MemberOf(context, symbol);
  return DeclaredDimensions(context, member, symbol.env).size();
}

void ExpandAll(Context& context, NodeId id) {
  if (context.tree[id].is_array) {
    for (std::size_t i = 0; i < context.tree[id].elements.size(); ++i)
      ExpandAll(context, context.tree[id].elements[i]);
    return;
  }
  const scope::EnvId env = context.tree[id].env;
  const std::size_t count = context.envs.Members(env).size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Member& member = context.envs.Members(env)[i];
    if (member.is_class) continue;
    const bool is_outer = member.StandsForInner();
    const Child child = ChildOf(context, id, i);
    if (child.kind == Child::Kind::kNode && !is_outer) ExpandAll(context, child.node());
  }
  for (std::size_t i = 0; i < context.tree.NumAdded(id); ++i) {
    const Child added = context.tree.Added(id, i).child;
    if (added.kind == Child::Kind::kNode) ExpandAll(context, added.node());
  }
}

PathId PathOf(Context& context, const Node& parent, syntax::NameId name, const Dims& dims) {
  if (parent.is_package) return {};  // its members are not in the System
  NameTable& names = context.system.names;
  if (!names.IsInArray(parent.path))
    return names.AddPath(context.Text(name), dims, parent.path);  // needed only once
  const std::uint64_t key = std::uint64_t{parent.path.value} << 32 | name.value;
  const auto [at, is_new] = context.lookups.paths.try_emplace(key, dims, PathId());
  if (is_new || at->second.first != dims) {
    at->second = {dims, names.AddPath(context.Text(name), dims, parent.path)};
  }
  return at->second.second;
}

std::string PathText(const Context& context, NodeId node) {
  const Node& n = context.tree[node];
  if (n.path.IsValid()) return context.system.names.Text({n.path, n.element});
  return context.envs.NameOf(n.env);
}

}  // namespace daedalus::semantics
