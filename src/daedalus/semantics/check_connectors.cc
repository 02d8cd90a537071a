#include "daedalus/semantics/check_connectors.h"

#include "daedalus/semantics/bus_sides.h"
#include "daedalus/semantics/class_types.h"
#include "daedalus/semantics/connection_ends.h"
#include "daedalus/semantics/function_signature.h"
#include "daedalus/semantics/instances.h"
#include "daedalus/semantics/overconstrained.h"

namespace daedalus::semantics {
namespace {

using connect::Slot;

struct Sizes {
  std::int64_t flows = 0;
  std::int64_t potentials = 0;  // neither flow, nor stream, nor with a direction
  std::int64_t streams = 0;
  bool are_known = true;
};

// What an overdetermined type says at most: the size of the result of its equalityConstraint.
std::optional<std::int64_t> NumConstraints(Context& context, scope::EnvId function) {
  const FunctionSignature signature = SignatureOf(context, function);
  if (signature.outputs.size() != 1) return std::nullopt;
  const scope::Member& output = context.envs.Members(function)[signature.outputs[0]];
  std::int64_t count = 1;
  for (const scope::DeclaredText& dimension : output.dimensions) {
    const syntax::Expression& e = (*dimension.tree)[dimension.expression];
    if (e.kind != syntax::ExpressionKind::kInteger) return std::nullopt;
    count *= static_cast<std::int64_t>(dimension.tree->Number(e));
  }
  return count;
}

class SizeCounter {
 public:
  explicit SizeCounter(Context& context) : context_(context) {}

  Sizes Count(NodeId node) {
    Visit(node);
    return sizes_;
  }

 private:
  bool AddOverdetermined(scope::EnvId env, syntax::Connection connection) {
    const scope::EnvId function = EqualityConstraintOf(context_, env);
    if (!function.IsValid()) return false;
    const auto count = NumConstraints(context_, function);
    sizes_.are_known = sizes_.are_known && count.has_value();
    (connection == syntax::Connection::kFlow ? sizes_.flows : sizes_.potentials) += count.value_or(0);
    return true;
  }

  void Visit(NodeId id) {
    if (context_.tree[id].is_array) {
      for (const NodeId element : context_.tree[id].elements) Visit(element);
      return;
    }
    if (AddOverdetermined(context_.tree[id].env, context_.tree[id].connection)) return;
    for (const Child child : context_.tree[id].children) {
      if (child.kind == Child::Kind::kNode) Visit(child.node());
      if (child.kind == Child::Kind::kSymbol) VisitSymbol(context_.tree[child.symbol()]);
    }
  }

  void VisitSymbol(const Symbol& symbol) {
    const bool is_directed =
        symbol.causality != Causality::kLocal && symbol.connection == syntax::Connection::kNone;
    if (!symbol.IsVariable() || is_directed) return;
    if (AddOverdetermined(symbol.env, symbol.connection)) return;
    sizes_.are_known = sizes_.are_known && symbol.HasDims() && !HasUnknownSize(symbol.dims);
    if (!sizes_.are_known) return;
    const std::int64_t count = NumElements(symbol.dims);
    if (symbol.connection == syntax::Connection::kFlow) {
      sizes_.flows += count;
    } else if (symbol.connection == syntax::Connection::kStream) {
      sizes_.streams += count;
    } else {
      sizes_.potentials += count;
    }
  }

  Context& context_;
  Sizes sizes_;
};

std::string Counted(std::int64_t count, std::string_view what) {
  return fmt::format("{} {} variable{}", count, what, count == 1 ? "" : "s");
}

void CheckSize(Context& context, NodeId node) {
  const scope::EnvId env = context.tree[node].env;
  if (context.envs.IsPartial(env) || context.envs[env].is_broken) return;
  const Sizes sizes = SizeCounter(context).Count(node);
  if (!sizes.are_known) return;
  if (sizes.flows != sizes.potentials) {
    context.reporter.Report(Error(Code::kBadElement, context.envs.SpanOf(env),
                                  "the connector `{}` has {}, but {}", context.envs.NameOf(env),
                                  Counted(sizes.flows, "flow"), Counted(sizes.potentials, "potential"))
                                .Note(fmt::format("so it is in `{}`", PathText(context, node)))
                                .Hint("there are as many of the one as of the other; `input` and `output` "
                                      "variables and parameters do not count"));
  } else if (sizes.streams > 0 && sizes.flows != 1) {
    context.reporter.Report(
        Error(Code::kBadElement, context.envs.SpanOf(env),
              "the connector `{}` has stream variables and {}, but there is one scalar flow for them",
              context.envs.NameOf(env), Counted(sizes.flows, "flow")));
  }
}

void CheckNode(Context& context, NodeId id) {
  if (context.tree[id].is_array) {
    for (std::size_t i = 0; i < context.tree[id].elements.size(); ++i)
      CheckNode(context, context.tree[id].elements[i]);
    return;
  }
  const syntax::ClassKind kind = context.envs.KindOf(context.tree[id].env);
  if (kind == syntax::ClassKind::kExpandableConnector) return;
  if (kind == syntax::ClassKind::kConnector) return CheckSize(context, id);
  for (std::uint32_t i = 0; i < context.tree[id].children.size(); ++i) {
    const scope::Member& member = context.envs.Members(context.tree[id].env)[i];
    const Child child = context.tree[id].children[i];
    if (child.kind == Child::Kind::kNode && !(member.is_outer && !member.is_inner))
      CheckNode(context, child.node());
  }
}

// Whether the connector that the variable belongs to is protected in its class: then nothing outside gives it a value.
bool IsProtected(Context& context, const Symbol& symbol) {
  if (MemberOf(context, symbol).is_protected) return true;
  for (NodeId node = symbol.parent; node.IsValid() && context.tree[node].parent.IsValid();
       node = context.tree[node].parent) {
    if (!IsConnector(context, context.tree[node].env)) return false;
    const NodeId parent = context.tree[node].parent;
    if (context.tree[node].is_element || IsBus(context, context.tree[parent].env)) continue;
    if (context.envs.Members(context.tree[parent].env)[context.tree[node].member].is_protected) return true;
  }
  return false;
}

}  // namespace

void CheckConnectorSizes(Context& context, NodeId root) {
  CheckNode(context, root);
}

void CheckSignalSources(Context& context) {
  const ConnectionState& state = context.connections;
  for (std::size_t set = 0; set < state.sets.size(); ++set) {
    if (state.sets.kinds[set] != connect::VariableKind::kPotential || state.sets.statements[set].empty())
      continue;
    const ConnectionEnd* first = nullptr;
    for (const Slot slot : state.sets.members[set]) {
      const ConnectionEnd& end = state.variables.ends[slot.variable()];
      const Symbol& symbol = context.tree[end.symbol];
      const Causality source = slot.is_inside() ? Causality::kOutput : Causality::kInput;
      if (symbol.causality != source || IsBus(context, context.tree[symbol.parent].env)) continue;
      if (!slot.is_inside() && IsProtected(context, symbol)) continue;
      if (first == nullptr) {
        first = &end;
        continue;
      }
      const ConnectStatement& statement = state.statements[state.sets.statements[set][0]];
      context.reporter.Report(
          Error(Code::kBadConnection, statement.span, "two sources are connected: `{}` and `{}`",
                EndName(context, *first), EndName(context, end))
              .With(DeclarationOf(context, *first), "one is declared here")
              .With(DeclarationOf(context, end), "the other one here")
              .Note("an output of a component is a source, and an input of the model that connects"));
      break;
    }
  }
}

}  // namespace daedalus::semantics
