#include "daedalus/language/semantics/connections/check_connectors.h"

#include "daedalus/language/semantics/connections/bus_sides.h"
#include "daedalus/language/semantics/connections/connection_ends.h"
#include "daedalus/language/semantics/connections/merge_outputs.h"
#include "daedalus/language/semantics/connections/overconstrained.h"
#include "daedalus/language/semantics/functions/function_signature.h"
#include "daedalus/language/semantics/instances/class_types.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/system/connect/signal_sources.h"

namespace daedalus::semantics {
namespace {

struct Sizes {
  std::int64_t flows = 0;
  std::int64_t potentials = 0;  // neither flow nor stream, and without a direction
  std::int64_t streams = 0;
  bool are_discrete = true;  // the potentials
  bool are_known = true;
};

// The size that an overdetermined type has at most: that of the result of its equalityConstraint.
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
      sizes_.are_discrete = sizes_.are_discrete && symbol.type != BaseType::kReal;
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
    auto message =
        Error(Code::kBadElement, context.envs.SpanOf(env), "the connector `{}` has {}, but {}",
              context.envs.NameOf(env), Counted(sizes.flows, "flow"), Counted(sizes.potentials, "potential"));
    // Switches and counters that are only made equal need no flow.
    if (sizes.flows == 0 && sizes.are_discrete) message.severity = Severity::kWarning;
    context.reporter.Report(std::move(message)
                                .Note(fmt::format("so it is in `{}`", PathText(context, node)))
                                .Hint("a connector has as many flow variables as potential variables; "
                                      "`input` and `output` variables and parameters do not count"));
  } else if (sizes.streams > 0 && sizes.flows != 1) {
    context.reporter.Report(Error(
        Code::kBadElement, context.envs.SpanOf(env),
        "the connector `{}` has stream variables and {}, but needs exactly one scalar flow variable for them",
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
    if (child.kind == Child::Kind::kNode && !member.StandsForInner()) CheckNode(context, child.node());
  }
}

// Variables of buses get their directions elsewhere, and are left out here.
connect::Signal SignalOf(Context& context, const Symbol& symbol) {
  if (symbol.causality == Causality::kLocal || IsBus(context, context.tree[symbol.parent].env)) return {};
  const bool is_input = symbol.causality == Causality::kInput;
  return {.causality = is_input ? connect::Causality::kInput : connect::Causality::kOutput,
          .is_protected = is_input && IsProtectedConnector(context, symbol)};
}

// A direction beside flows: `connector Node flow Real r; Real c; output Real V; end Node`.
bool IsBesideFlow(Context& context, const ConnectionEnd& end) {
  if (!end.symbol.IsValid()) return false;
  const auto& members = context.envs.Members(context.tree[context.tree[end.symbol].parent].env);
  return std::ranges::any_of(members, [](const scope::Member& member) {
    return !member.is_class && member.connection == syntax::Connection::kFlow;
  });
}

// Among physical connectors the directions often say only which component computes the value, and components
// pass it through. The established tools connect them, and so the balance of equations decides. Between
// signals it is a mistake.
Diagnostic TwoSources(Context& context, Span span, const ConnectionEnd& first, const ConnectionEnd& second) {
  const bool is_physical = IsBesideFlow(context, first) && IsBesideFlow(context, second);
  const std::string text = fmt::format("two sources are connected: `{}` and `{}`", EndName(context, first),
                                       EndName(context, second));
  Diagnostic message = is_physical ? Warning(Code::kBadConnection, span, "{}", text)
                                   : Error(Code::kBadConnection, span, "{}", text);
  if (is_physical) message.Note("section 9.3 of the specification forbids this; the values are equal");
  return message;
}

}  // namespace

bool IsProtectedConnector(Context& context, const Symbol& symbol) {
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

void CheckConnectorSizes(Context& context, NodeId root) {
  CheckNode(context, root);
}

void CheckSignalSources(Context& context) {
  const ConnectionState& state = context.connections;
  std::vector<connect::Signal> signals;
  signals.reserve(state.variables.ends.size());
  for (const ConnectionEnd& end : state.variables.ends) {
    // An overdetermined record is connected as a whole: it is a node, not a signal.
    signals.push_back(end.symbol.IsValid() ? SignalOf(context, context.tree[end.symbol]) : connect::Signal());
  }
  for (const connect::SourceConflict& conflict : connect::CheckSources(state.sets, signals)) {
    const auto statements = state.sets.statements[conflict.set];
    if (conflict.sources.size() < 2 || statements.empty() || MergesStates(context, conflict.set)) continue;
    const ConnectionEnd& first = state.variables.ends[conflict.sources[0].variable()];
    const ConnectionEnd& second = state.variables.ends[conflict.sources[1].variable()];
    context.reporter.Report(
        TwoSources(context, state.statements[statements[0]].span, first, second)
            .With(DeclarationOf(context, first), "one is declared here")
            .With(DeclarationOf(context, second), "the other one here")
            .Note("an output of a component is a source, and an input of the model that connects"));
  }
}

}  // namespace daedalus::semantics
