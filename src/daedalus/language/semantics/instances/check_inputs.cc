#include "daedalus/language/semantics/instances/check_inputs.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/language/semantics/connections/bus_sides.h"
#include "daedalus/language/semantics/instances/instances.h"

namespace daedalus::semantics {
namespace {

constexpr std::size_t kMostInputsTold = 8;

// Numbers the scalars of the System: variables first, then discrete variables.
using ScalarNumber = std::size_t;

// Inputs without a binding, and signals of buses, get their values from others. An equation a = b between two
// of them merges them; any other equation outside their component is a source.
class InputSources {
 public:
  InputSources(Context& context, NodeId root)
      : c_(context), root_(root), set_(c_.system.variables.size() + c_.system.hybrid.discretes.size()) {
    for (ScalarNumber i = 0; i < set_.size(); ++i) set_[i] = i;
    VisitSymbols(c_, root, [&](SymbolId id) { Add(id); });
    if (inputs_.empty()) return;
    for (const Equation& e : c_.system.equations) Read(e.left, e.right, e.origin);
    for (const DiscreteEquation& e : c_.system.hybrid.equations) Read(e.left, e.right, e.origin);
  }

  std::vector<SymbolId> WithoutSource() {
    std::vector<SymbolId> out;
    for (const auto& [id, first] : inputs_) {
      if (!sourced_.contains(Find(first))) out.push_back(id);
    }
    return out;
  }

 private:
  void Add(SymbolId id) {
    const Symbol& symbol = c_.tree[id];
    if (!symbol.IsVariable() || BindingOf(c_, symbol).IsValid() || NumElements(symbol.dims) == 0) return;
    const bool is_input = symbol.causality == Causality::kInput;
    if (!is_input && !IsBus(c_, c_.tree[symbol.parent].env)) return;
    ScalarNumber first = 0;
    if (symbol.first_variable.IsValid()) {
      first = symbol.first_variable.index();
    } else if (symbol.first_discrete.IsValid()) {
      first = c_.system.variables.size() + symbol.first_discrete.index();
    } else {
      return;
    }
    if (is_input) inputs_.emplace_back(id, first);
    for (std::int64_t i = 0; i < NumElements(symbol.dims); ++i)
      takers_[first + static_cast<std::size_t>(i)] = id;
  }

  std::vector<ScalarNumber> ScalarsIn(ExprId e) {
    std::vector<ScalarNumber> out;
    const expr::Leaves& leaves = c_.leaves.Collect(c_.system.graph, e);
    for (const expr::VariableLeaf& leaf : leaves.variables) out.push_back(leaf.variable.index());
    for (const HeldId h : leaves.held) {
      const Held& held = c_.system.hybrid.held[h];
      if (held.kind == Held::Kind::kDiscrete) out.push_back(c_.system.variables.size() + held.of);
    }
    return out;
  }

  void Read(ExprId left, ExprId right, OriginId origin) {
    const std::vector<ScalarNumber> a = ScalarsIn(left), b = ScalarsIn(right);
    const auto is_leaf = [&](ExprId e) {
      const expr::Op op = c_.system.graph.op(e);
      return op == expr::Op::kVariable || op == expr::Op::kHeld;
    };
    const bool is_alias = a.size() == 1 && b.size() == 1 && is_leaf(left) && is_leaf(right);
    if (is_alias && takers_.contains(a[0]) && takers_.contains(b[0])) {
      const bool was_sourced = sourced_.contains(Find(a[0])) || sourced_.contains(Find(b[0]));
      set_[Find(a[0])] = Find(b[0]);
      if (was_sourced) sourced_.insert(Find(b[0]));
      return;
    }
    for (const auto* side : {&a, &b}) {
      for (const ScalarNumber scalar : *side) {
        const auto taker = takers_.find(scalar);
        if (taker != takers_.end() && !IsInside(taker->second, origin)) sourced_.insert(Find(scalar));
      }
    }
  }

  // True if it is an equation of the component of the input.
  bool IsInside(SymbolId input, OriginId origin) const {
    const NodeId component = c_.tree[input].parent;
    if (component == root_) return true;
    const std::string inside = PathText(c_, component);
    const ScalarName instance = origin.IsValid() ? c_.system.origins[origin].instance : ScalarName();
    const std::string where = instance.IsValid() ? c_.system.names.Text(instance) : std::string();
    return where == inside || where.starts_with(inside + ".");
  }

  ScalarNumber Find(ScalarNumber scalar) {
    while (set_[scalar] != scalar) scalar = set_[scalar] = set_[set_[scalar]];
    return scalar;
  }

  Context& c_;
  const NodeId root_;
  std::vector<ScalarNumber> set_;  // of merged scalars, by union-find
  std::vector<std::pair<SymbolId, ScalarNumber>> inputs_;
  std::map<ScalarNumber, SymbolId> takers_;
  std::set<ScalarNumber> sourced_;  // sets, by their first
};

}  // namespace

std::vector<SymbolId> InputsWithoutSource(Context& c, NodeId root) {
  return InputSources(c, root).WithoutSource();
}

void CheckInputs(Context& c, NodeId root) {
  const System& system = c.system;
  const std::size_t num_equations = system.equations.size() + system.hybrid.equations.size();
  const std::size_t num_unknowns = system.variables.size() + system.hybrid.discretes.size();
  if (num_equations >= num_unknowns) return;
  std::size_t num_told = 0;
  for (const SymbolId id : InputsWithoutSource(c, root)) {
    if (num_told++ == kMostInputsTold) return;
    const Symbol& symbol = c.tree[id];
    Diagnostic d =
        Error(Code::kUnboundInput, symbol.name_span, "nothing gives the input `{}` a value", c.NameOf(symbol))
            .Note(fmt::format("the model has {} equations for {} unknowns", num_equations, num_unknowns));
    const bool is_own = symbol.parent == root;
    c.reporter.Report(std::move(d).Hint(
        is_own ? fmt::format("give it one in its declaration: `input {} {} = ...`", c.types.Name(symbol.type),
                             c.NameOf(symbol))
               : fmt::format("connect it with a source, or give it a value: `{} = ...`", c.NameOf(symbol))));
  }
}

}  // namespace daedalus::semantics
