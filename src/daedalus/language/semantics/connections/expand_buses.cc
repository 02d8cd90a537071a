#include "daedalus/language/semantics/connections/expand_buses.h"

#include <algorithm>

#include "daedalus/language/semantics/connections/check_connectors.h"
#include "daedalus/language/semantics/instances/clone_component.h"
#include "daedalus/language/semantics/instances/instances.h"
#include "daedalus/system/connect/bus_causality.h"
#include "daedalus/system/connect/expandable.h"

namespace daedalus::semantics {
namespace {

using connect::BusIndex;

class Expansion {
 public:
  Expansion(Context& context, const std::vector<BusStatement>& statements)
      : context_(context), statements_(statements) {}

  void Run(NodeId root) {
    VisitNodes(context_, root, [&](NodeId id) {
      if (IsBus(context_, context_.tree[id].env)) AddBus(id);
    });
    if (nodes_.empty()) return;
    for (std::size_t s = 0; s < statements_.size(); ++s) AddStatement(statements_[s], s);
    const connect::ExpandedBuses expanded = connect::ExpandBuses(in_);
    if (!expanded.conflicts.empty()) return Report(expanded);
    RemoveWhatIsAbsent(expanded);
    for (BusIndex b = 0; b < expanded.buses.size(); ++b) FillBus(expanded, b);
    const connect::BusCausality causality = connect::DeduceBusCausality(in_, expanded, KnownSignals());
    ReportTwoSources(expanded, causality);
    ReportNeverFed(expanded, causality, root);
  }

 private:
  // ---- The tree as numbers ----

  connect::MemberKey KeyOf(syntax::NameId name) {
    const auto [at, is_new] = key_of_.try_emplace(name.value, static_cast<std::uint32_t>(keys_.size()));
    if (is_new) keys_.push_back(name);
    return at->second;
  }

  // Its name as a member of the enclosing component: `cell[2]`.
  syntax::NameId NameOf(NodeId id) {
    const Node& node = context_.tree[id];
    const NodeId declared = node.is_element ? node.parent : id;
    const NodeId parent = context_.tree[declared].parent;
    const syntax::NameId name =
        context_.envs.Members(context_.tree[parent].env)[context_.tree[declared].member].name;
    if (!node.is_element) return name;
    const auto& elements = context_.tree[declared].elements;
    const auto at = std::find(elements.begin(), elements.end(), id) - elements.begin();
    return context_.envs.store().names().Intern(fmt::format("{}[{}]", context_.Text(name), at + 1));
  }

  void AddBus(NodeId id) {
    const auto index = static_cast<BusIndex>(nodes_.size());
    index_of_[id.value] = index;
    nodes_.push_back(id);
    connect::Bus bus;
    NodeId parent = context_.tree[id].parent;
    while (parent.IsValid() && context_.tree[parent].is_array) parent = context_.tree[parent].parent;
    if (const auto at = index_of_.find(parent.value); parent.IsValid() && at != index_of_.end())
      bus = {at->second, KeyOf(NameOf(id))};
    in_.buses.push_back(bus);
    const scope::EnvId env = context_.tree[id].env;
    for (std::uint32_t i = 0; i < context_.tree[id].children.size(); ++i) {
      if (!IsSignal(context_.tree[id].children[i])) continue;
      in_.declared.push_back({index, KeyOf(context_.envs.Members(env)[i].name)});
      declared_.push_back(context_.tree[id].children[i]);
    }
  }

  // Members that may be missing: not constants, parameters or buses.
  bool IsSignal(Child child) {
    if (child.kind == Child::Kind::kSymbol) return context_.tree[child.symbol()].IsVariable();
    return child.kind == Child::Kind::kNode && !IsBus(context_, context_.tree[child.node()].env);
  }

  connect::BusEnd EndOf(const BusItem& item, bool is_outside) {
    if (item.kind == BusItem::Kind::kBus)
      return {connect::EndKind::kBus, index_of_.at(item.bus.value), 0, !is_outside};
    if (item.kind == BusItem::Kind::kMember)
      return {connect::EndKind::kMember, index_of_.at(item.bus.value), KeyOf(item.key), !is_outside};
    return {connect::EndKind::kConnector, NumberOf(item.connectors), 0, !is_outside};
  }

  // The same member in two statements counts once.
  std::uint32_t NumberOf(const ConnectionEnds& connectors) {
    const auto same = [&](const ConnectionEnds* other) { return other->ends == connectors.ends; };
    std::vector<std::uint32_t>* known = nullptr;
    if (!connectors.ends.empty()) {
      known = &connectors_at_[connectors.ends[0]];
      for (const std::uint32_t number : *known) {
        if (same(connectors_[number])) return number;
      }
    }
    connectors_.push_back(&connectors);
    if (known != nullptr) known->push_back(static_cast<std::uint32_t>(in_.num_connectors));
    return static_cast<std::uint32_t>(in_.num_connectors++);
  }

  void AddStatement(const BusStatement& statement, std::size_t index) {
    for (const BusSide* side : {&statement.left, &statement.right}) {
      for (const auto& [bus, key] : side->entered)
        in_.entered.push_back({index_of_.at(bus.value), KeyOf(key)});
    }
    const auto& left = statement.left.items;
    const auto& right = statement.right.items;
    for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
      const connect::BusEnd a = EndOf(left[i], statement.left.is_outside);
      const connect::BusEnd b = EndOf(right[i], statement.right.is_outside);
      in_.links.push_back({a, b, static_cast<connect::StatementIndex>(index)});
    }
  }

  // ---- Members become components ----

  // It is not connected, so it does not exist (section 9.1.3).
  void RemoveWhatIsAbsent(const connect::ExpandedBuses& expanded) {
    std::vector<bool> is_present(in_.declared.size());
    for (const connect::BusMember& member : expanded.members.items) {
      if (member.declaration != connect::kNoDeclaration) is_present[member.declaration] = true;
    }
    for (std::size_t d = 0; d < in_.declared.size(); ++d) {
      if (is_present[d]) continue;
      const NodeId bus = nodes_[in_.declared[d].bus];
      for (Child& child : context_.tree[bus].children) {
        if (child.kind == declared_[d].kind && child.id == declared_[d].id)
          child = {Child::Kind::kDisabled, 0};
      }
    }
  }

  void FillBus(const connect::ExpandedBuses& expanded, BusIndex b) {
    for (const connect::BusMember& member : expanded.members[b]) {
      if (!member.is_added) continue;
      const syntax::NameId name = keys_[member.key];
      const Child child = MakeMember(member, nodes_[b], name);
      if (child.kind == Child::Kind::kBroken) return context_.reporter.GiveUp(SpanOf(b));
      Put(nodes_[b], name, child);
      if (member.nested == connect::kNoBus || child.kind != Child::Kind::kNode) continue;
      if (nodes_.size() <= member.nested) nodes_.resize(member.nested + 1);
      nodes_[member.nested] = child.node();
    }
  }

  Child MakeMember(const connect::BusMember& member, NodeId bus, syntax::NameId name) {
    switch (member.prototype.kind) {
      case connect::Prototype::Kind::kConnector:
        return CloneConnectors(context_, *connectors_[member.prototype.index], bus, name);
      case connect::Prototype::Kind::kDeclared:
        return CloneComponent(context_, declared_[member.prototype.index], bus, name);
      case connect::Prototype::Kind::kBus:
        return CloneEmptyBus(context_, nodes_[member.prototype.index], bus, name);
      case connect::Prototype::Kind::kUnknown:
        return {Child::Kind::kDisabled, 0};
    }
    return {};
  }

  // Puts the child at the place that the class gives it, if there is one.
  void Put(NodeId bus, syntax::NameId name, Child child) {
    Node& node = context_.tree[bus];
    const std::uint32_t member = context_.envs.FindMember(node.env, name);
    if (member != scope::kNoMember && !context_.envs.Members(node.env)[member].is_class) {
      node.children[member] = child;
    } else {
      context_.tree.added[bus.value].push_back({name, child});
    }
  }

  // ---- Which way signals go ----

  static connect::Causality CausalityOf(Causality causality) {
    if (causality == Causality::kLocal) return connect::Causality::kNone;
    return causality == Causality::kInput ? connect::Causality::kInput : connect::Causality::kOutput;
  }

  connect::BusSignals KnownSignals() {
    connect::BusSignals known;
    for (const Child& child : declared_) {
      const bool is_symbol = child.kind == Child::Kind::kSymbol;
      known.declared.push_back(is_symbol ? CausalityOf(context_.tree[child.symbol()].causality)
                                         : connect::Causality::kNone);
    }
    for (const ConnectionEnds* connectors : connectors_) {
      known.connectors.emplace_back();
      const bool is_signal = !connectors->ends.empty() && connectors->ends[0].symbol.IsValid();
      if (!is_signal) continue;
      const Symbol& symbol = context_.tree[connectors->ends[0].symbol];
      known.connectors.back().causality = CausalityOf(symbol.causality);
      known.connectors.back().is_protected =
          symbol.causality == Causality::kInput && IsProtectedConnector(context_, symbol);
    }
    // A protected bus gets its signals inside, as the other side of its connection says.
    known.is_protected.resize(in_.buses.size(), false);
    return known;
  }

  // Signals that pass through buses, from level to level. Conflicts between members connected at one level
  // are reported with all other connections (check_connectors.h), and those without a source if equations are
  // missing (check_inputs.h).
  void ReportTwoSources(const connect::ExpandedBuses& expanded, const connect::BusCausality& causality) {
    const std::size_t num_members = expanded.members.items.size();
    for (const connect::SourceConflict& conflict : causality.conflicts) {
      if (conflict.sources.size() < 2) continue;
      const auto is_member = [&](connect::Slot slot) { return slot.variable() < num_members; };
      if (std::none_of(conflict.sources.begin(), conflict.sources.end(), is_member)) continue;
      const auto statements = causality.sets.statements[conflict.set];
      const auto name = [&](connect::Slot slot) { return SignalName(expanded, slot.variable()); };
      context_.reporter.Report(
          Error(Code::kBadConnection, statements.empty() ? SpanOf(0) : statements_[statements[0]].span,
                "two sources are connected: `{}` and `{}`", name(conflict.sources[0]),
                name(conflict.sources[1]))
              .Note("a signal of a bus is a source if something inside gives it a value"));
    }
  }

  // A member that is an input on every bus (section 9.1.3). If equations are missing for that reason, it is
  // reported with them. But an input that gets a value from its own component would hide it.
  void ReportNeverFed(const connect::ExpandedBuses& expanded, const connect::BusCausality& causality,
                      NodeId root) {
    std::vector<bool> is_of_model(
        expanded.buses.size(),
        false);  // by augmentation set: if the model is a part, others may connect it
    for (BusIndex b = 0; b < nodes_.size(); ++b) {
      if (StandsIn(nodes_[b], root)) is_of_model[expanded.augmentation_sets[b]] = true;
    }
    for (const std::uint32_t m : causality.never_fed) {
      const connect::BusMember& member = expanded.members.items[m];
      if (is_of_model[expanded.augmentation_sets[member.bus]] ||
          member.prototype.kind != connect::Prototype::Kind::kConnector)
        continue;
      const ConnectionEnd& end = connectors_[member.prototype.index]->ends[0];
      if (!end.symbol.IsValid() || !BindingOf(context_, context_.tree[end.symbol]).IsValid()) continue;
      context_.reporter.Report(Error(Code::kBadConnection, SpanOf(member.bus),
                                     "`{}` is an input wherever it is on a bus, and nothing is its source",
                                     SignalName(expanded, m))
                                   .With(DeclarationOf(context_, end), "an input like this one")
                                   .Hint("connect it with a source, or leave it off the bus"));
    }
  }

  // True if it is a component of the model itself, or of a bus that is.
  bool StandsIn(NodeId bus, NodeId root) const {
    for (NodeId node = context_.tree[bus].parent; node.IsValid(); node = context_.tree[node].parent) {
      if (node == root) return true;
      if (!context_.tree[node].is_array && !index_of_.contains(node.value)) return false;
    }
    return false;
  }

  std::string SignalName(const connect::ExpandedBuses& expanded, std::size_t variable) {
    const auto& members = expanded.members.items;
    if (variable >= members.size()) return EndName(context_, connectors_[variable - members.size()]->ends[0]);
    return fmt::format("{}.{}", PathText(context_, nodes_[members[variable].bus]),
                       context_.Text(keys_[members[variable].key]));
  }

  // ---- Mistakes ----

  Span SpanOf(BusIndex bus) { return DeclarationOf(context_, {nodes_[bus]}); }

  void Report(const connect::ExpandedBuses& expanded) {
    for (const connect::BusConflict& conflict : expanded.conflicts) {
      const bool is_of_statement = conflict.kind == connect::BusConflict::Kind::kBothUndeclared ||
                                   conflict.kind == connect::BusConflict::Kind::kBusToConnector;
      if (!is_of_statement && conflict.bus >= nodes_.size()) continue;  // reported for the corresponding bus
      const Span span = is_of_statement ? statements_[conflict.statement].span : SpanOf(conflict.bus);
      context_.reporter.Report(Error(Code::kBadConnection, span, "{}", TextOf(conflict)));
    }
    context_.reporter.GiveUp(SpanOf(0));
  }

  std::string TextOf(const connect::BusConflict& conflict) {
    const auto member = [&] {
      return fmt::format("{}.{}", PathText(context_, nodes_[conflict.bus]),
                         context_.Text(keys_[conflict.key]));
    };
    switch (conflict.kind) {
      case connect::BusConflict::Kind::kBothUndeclared:
        return "neither side of this connection is declared, so its type is unknown";
      case connect::BusConflict::Kind::kBusToConnector:
        return "an expandable connector is connected with one that is not expandable";
      case connect::BusConflict::Kind::kBusOrNot:
        return fmt::format("`{}` is not declared as an expandable connector, but is connected with one",
                           member());
      case connect::BusConflict::Kind::kContainsItself:
        return fmt::format("`{}` would contain itself: it is connected with a bus around it", member());
    }
    return {};
  }

  Context& context_;
  const std::vector<BusStatement>& statements_;
  connect::BusConnections in_;
  std::vector<NodeId> nodes_;                             // by bus
  std::unordered_map<std::uint32_t, BusIndex> index_of_;  // by node
  std::vector<Child> declared_;                           // by BusConnections::declared
  std::vector<const ConnectionEnds*> connectors_;         // by number of the ordinary connector
  std::unordered_map<ConnectionEnd, std::vector<std::uint32_t>, ConnectionEndHash>
      connectors_at_;                                        // by their first end
  std::vector<syntax::NameId> keys_;                         // by MemberKey
  std::unordered_map<std::uint32_t, std::uint32_t> key_of_;  // by name
};

}  // namespace

void ExpandBuses(Context& context, NodeId root, const std::vector<BusStatement>& statements) {
  Expansion(context, statements).Run(root);
}

}  // namespace daedalus::semantics
