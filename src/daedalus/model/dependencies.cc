#include "daedalus/model/dependencies.h"

#include <algorithm>
#include <utility>

namespace daedalus::model {
namespace {

// The number of blocks that all searches together may visit: some hundredths of a second.
constexpr std::size_t kMostWork = 20'000'000;

}  // namespace

DependencyFinder::DependencyFinder(const System& system, const causal::Program& program,
                                   const std::vector<HeldId>& inputs,
                                   std::vector<VariableVariability> parameters)
    : state_of_(system.variables.size(), kNone),
      block_of_(system.variables.size(), kNone),
      is_differential_(system.variables.size(), 0),
      direct_(program.blocks.size()),
      seen_in_(program.blocks.size(), 0),
      seen_as_(program.blocks.size()) {
  for (const VariableId v : causal::StatesOf(program)) {
    is_differential_[v.index()] = 1;
    if (system.variables[v].is_kept) continue;
    state_of_[v.index()] = static_cast<std::uint32_t>(states_.size());
    states_.push_back(v);
  }
  NumberUnknowns(program);
  std::vector<std::uint32_t> input_of(system.hybrid.held.size(), kNone);
  for (std::uint32_t i = 0; i < inputs.size(); ++i) input_of[inputs[i].index()] = i;
  FactorFinder finder(system, std::move(parameters));
  expr::LeafCollector leaves;
  for (std::uint32_t b = 0; b < program.blocks.size(); ++b)
    direct_[b] = ReadBlock(system, program.EquationsOf(program.blocks[b]), b, finder, leaves, input_of);
}

void DependencyFinder::NumberUnknowns(const causal::Program& program) {
  for (std::uint32_t b = 0; b < program.blocks.size(); ++b) {
    for (const Quantity& unknown : program.UnknownsOf(program.blocks[b]))
      block_of_[unknown.variable.index()] = b;
  }
}

std::uint32_t DependencyFinder::BlockOf(const Quantity& quantity) const {
  const std::size_t v = quantity.variable.index();
  return is_differential_[v] && quantity.order == 0 ? kNone : block_of_[v];
}

DependencyFinder::Direct DependencyFinder::ReadBlock(const System& system,
                                                     std::span<const EquationId> equations,
                                                     std::uint32_t block, FactorFinder& finder,
                                                     expr::LeafCollector& leaves,
                                                     const std::vector<std::uint32_t>& input_of) const {
  const expr::Graph& g = system.graph;
  Direct direct;
  auto own =
      VariableVariability::kConstant;  // of the factors of its unknowns: what is solved is divided by them
  for (const EquationId e : equations) {
    bool has_time = false, has_course = false;
    for (const ParameterId p : leaves.Collect(g, system.equations[e].residual).parameters)
      direct.parameters.push_back(static_cast<std::uint32_t>(p.index()));
    for (const auto& [leaf, kind] : finder.Of(system.equations[e].residual)) {
      if (g.op(leaf) == expr::Op::kTime) {
        has_time = true;
      } else if (g.op(leaf) == expr::Op::kHeld) {
        const HeldId held = g.held(leaf);
        if (system.hybrid.held[held].kind == Held::Kind::kInput) has_course = true;
        if (input_of[held.index()] != kNone) direct.inputs.push_back({input_of[held.index()], kind});
      } else {
        const std::uint32_t from = BlockOf({g.variable(leaf), g.derivative_order(leaf)});
        const std::uint32_t state = state_of_[g.variable(leaf).index()];
        if (from == block) own = std::max(own, kind);
        if (from != kNone && from != block) direct.blocks.push_back({from, kind});
        if (from == kNone && state != kNone) direct.states.push_back({state, kind});
      }
    }
    // The course of an input contains time, on which the model itself does not depend.
    direct.has_time = direct.has_time || (has_time && !has_course);
  }
  for (std::vector<Factor>* factors : {&direct.blocks, &direct.states, &direct.inputs}) {
    for (Factor& factor : *factors) factor.kind = std::max(factor.kind, own);
    SortOnce(*factors);
  }
  return direct;
}

// Each place once, with the most variable factor.
void DependencyFinder::SortOnce(std::vector<Factor>& factors) {
  std::ranges::sort(factors, [](const Factor& a, const Factor& b) {
    return a.place != b.place ? a.place < b.place : a.kind > b.kind;
  });
  const auto same = std::ranges::unique(factors, {}, &Factor::place);
  factors.erase(same.begin(), same.end());
}

void DependencyFinder::Split(std::vector<Factor>& factors, std::vector<std::uint32_t>& places,
                             std::vector<VariableVariability>& kinds) {
  SortOnce(factors);
  for (const auto& [place, kind] : factors) {
    places.push_back(place);
    kinds.push_back(kind);
  }
}

std::optional<Dependencies> DependencyFinder::Of(const Quantity& quantity) {
  const std::uint32_t block = BlockOf(quantity);
  if (block != kNone) return work_ > kMostWork ? std::nullopt : std::optional(Reach(block));
  Dependencies itself;
  const std::uint32_t state = state_of_[quantity.variable.index()];
  if (state == kNone) return itself;
  itself.states.push_back(state);
  itself.state_factors.push_back(VariableVariability::kConstant);
  return itself;
}

Dependencies DependencyFinder::Reach(std::uint32_t block) {
  Dependencies out;
  std::vector<Factor> open{{block, VariableVariability::kConstant}}, states, inputs;
  seen_in_[block] = ++search_;
  seen_as_[block] = VariableVariability::kConstant;
  const auto append = [](const std::vector<Factor>& from, VariableVariability kind, std::vector<Factor>& to) {
    for (const Factor& factor : from) to.push_back({factor.place, std::max(kind, factor.kind)});
  };
  while (!open.empty()) {
    const auto [here, kind] = open.back();
    open.pop_back();
    const Direct& direct = direct_[here];
    out.time = out.time || direct.has_time;
    out.parameters.insert(out.parameters.end(), direct.parameters.begin(), direct.parameters.end());
    append(direct.states, kind, states);
    append(direct.inputs, kind, inputs);
    work_ += 1 + direct.states.size() + direct.blocks.size() + direct.parameters.size();
    for (const Factor& next : direct.blocks) {
      const VariableVariability factor = std::max(kind, next.kind);
      if (seen_in_[next.place] == search_ && seen_as_[next.place] >= factor) continue;
      seen_in_[next.place] = search_;
      seen_as_[next.place] = factor;
      open.push_back({next.place, factor});
    }
  }
  std::ranges::sort(out.parameters);
  const auto same = std::ranges::unique(out.parameters);
  out.parameters.erase(same.begin(), same.end());
  Split(states, out.states, out.state_factors);
  Split(inputs, out.inputs, out.input_factors);
  return out;
}

}  // namespace daedalus::model
