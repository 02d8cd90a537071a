#include "daedalus/semantics/dependencies.h"

#include <algorithm>

#include "daedalus/semantics/walk.h"

namespace daedalus::semantics {
namespace {

using syntax::Expression;
using syntax::ExpressionId;
using syntax::ExpressionKind;

SymbolId ReferencedSymbol(const Context& c, const Expression& e) {
  if (e.kind != ExpressionKind::kReference) return {};
  return c.symbols.Find(c.tree.List(c.tree.ReferenceOf(e).parts)[0].name);
}

// size(x, ...) and ndims(x) of a plain x.
SymbolId MeasuredSymbol(const Context& c, const Expression& e) {
  if (e.kind != ExpressionKind::kCall || c.tree.CallOf(e).arguments.empty()) return {};
  const std::string function = c.tree.DottedName(c.tree.CallOf(e).function);
  if (function != "size" && function != "ndims") return {};
  return ReferencedSymbol(c, c.tree[c.tree.List(c.tree.CallOf(e).arguments)[0].value]);
}

void AppendReferences(const Context& c, ExpressionId root, std::vector<DeclarationNode>* nodes) {
  if (!root.IsValid()) return;
  std::vector<ExpressionId> pending = {root};
  while (!pending.empty()) {
    const ExpressionId id = pending.back();
    pending.pop_back();
    WalkExpression(c.tree, id, [&](ExpressionId, const Expression& e) {
      if (const SymbolId measured = MeasuredSymbol(c, e); measured.IsValid()) {
        nodes->push_back({measured, false});
        const auto arguments = c.tree.List(c.tree.CallOf(e).arguments);
        AppendOperands(c.tree, c.tree[arguments[0].value], &pending);
        for (const syntax::Argument& argument : arguments.subspan(1)) pending.push_back(argument.value);
        return false;
      }
      if (const SymbolId symbol = ReferencedSymbol(c, e); symbol.IsValid()) {
        nodes->push_back({symbol, !c.symbols[symbol].IsVariable()});
      }
      return true;
    });
  }
}

bool HasColon(const Context& c, const Symbol& symbol) {
  return std::any_of(symbol.dimensions.begin(), symbol.dimensions.end(),
                     [&](ExpressionId id) { return c.tree[id].kind == ExpressionKind::kColon; });
}

// The depth-first search of Tarjan (1972) without its low-links: a grey node on the path is a cycle.
class Search {
 public:
  Search(Context& c, const std::function<void(DeclarationNode)>& visit)
      : c_(c), visit_(visit), colors_(2 * c.symbols.size(), kWhite) {}

  void Run() {
    for (const SymbolId id : IdRange<SymbolId>(c_.symbols.size())) {
      Explore({id, false});
      Explore({id, true});
    }
  }

 private:
  enum Color : char { kWhite, kGrey, kBlack, kBroken };
  struct Frame {
    DeclarationNode node;
    std::vector<DeclarationNode> dependencies;
    std::size_t next = 0;
  };

  Color& ColorOf(DeclarationNode node) { return colors_[2 * node.symbol.index() + (node.is_value ? 1 : 0)]; }

  void Explore(DeclarationNode root) {
    if (ColorOf(root) == kWhite) Enter(root);
    while (!path_.empty()) {
      Frame& frame = path_.back();
      if (frame.next == frame.dependencies.size()) {
        Leave();
        continue;
      }
      const DeclarationNode next = frame.dependencies[frame.next++];
      if (ColorOf(next) == kWhite) {
        Enter(next);
      } else if (ColorOf(next) == kGrey) {
        ReportCycle(next);
      }
    }
  }

  void Enter(DeclarationNode node) {
    ColorOf(node) = kGrey;
    path_.push_back({node, DependenciesOf(c_, node)});
  }

  void Leave() {
    const DeclarationNode node = path_.back().node;
    path_.pop_back();
    if (ColorOf(node) == kBroken) return;
    ColorOf(node) = kBlack;
    visit_(node);
  }

  void ReportCycle(DeclarationNode start) {
    auto at = std::find_if(path_.begin(), path_.end(), [&](const Frame& f) { return f.node == start; });
    std::string chain;
    const Symbol& first = c_.symbols[start.symbol];
    for (; at != path_.end(); ++at) {
      ColorOf(at->node) = kBroken;
      const std::string_view name = c_.NameOf(c_.symbols[at->node.symbol]);
      if (chain.ends_with(fmt::format("`{}`", name))) continue;  // its value needs its dimensions
      chain += fmt::format("{}`{}`", chain.empty() ? "" : " needs ", name);
    }
    c_.reporter.Report(Error(Code::kCyclicDeclaration, first.name_span,
                             "the declaration of `{}` depends on itself", c_.NameOf(first))
                           .Note(fmt::format("{} needs `{}`", chain, c_.NameOf(first))));
  }

  Context& c_;
  const std::function<void(DeclarationNode)>& visit_;
  std::vector<Color> colors_;
  std::vector<Frame> path_;
};

}  // namespace

std::vector<DeclarationNode> DependenciesOf(const Context& c, DeclarationNode node) {
  const Symbol& symbol = c.symbols[node.symbol];
  std::vector<DeclarationNode> nodes;
  if (!node.is_value) {
    for (const ExpressionId id : symbol.dimensions) AppendReferences(c, id, &nodes);
    if (HasColon(c, symbol)) {
      AppendReferences(c, symbol.binding, &nodes);
      if (!symbol.binding.IsValid()) {
        for (const AttributeModifier& attribute : symbol.attributes)
          AppendReferences(c, attribute.expression, &nodes);
      }
    }
    std::erase(nodes, node);  // A[:, size(A, 1)]
    return nodes;
  }
  nodes.push_back({node.symbol, false});
  if (symbol.IsVariable()) return nodes;
  if (!symbol.IsOverridden()) AppendReferences(c, symbol.binding, &nodes);
  AppendReferences(c, symbol[Attribute::kFixed].expression, &nodes);
  return nodes;
}

void VisitInOrder(Context& context, const std::function<void(DeclarationNode)>& visit) {
  Search(context, visit).Run();
}

}  // namespace daedalus::semantics
