#include "daedalus/model/dependencies.h"

#include <algorithm>

namespace daedalus::model {
namespace {

// The number of blocks that all searches together may visit: some hundredths of a second.
constexpr std::size_t kMostWork = 20'000'000;

template <class T>
void SortOnce(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

void Append(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

DependencyFinder::DependencyFinder(const System& system, const causal::Program& program,
                                   const std::vector<HeldId>& inputs)
    : state_of_(system.variables.size(), kNone),
      block_of_(system.variables.size(), kNone),
      is_differential_(system.variables.size(), 0),
      direct_(program.blocks.size()),
      seen_in_(program.blocks.size(), 0) {
  for (const VariableId v : causal::StatesOf(program)) {
    is_differential_[v.index()] = 1;
    if (system.variables[v].is_kept) continue;
    state_of_[v.index()] = static_cast<std::uint32_t>(states_.size());
    states_.push_back(v);
  }
  NumberUnknowns(program);
  std::vector<std::uint32_t> input_of(system.hybrid.held.size(), kNone);
  for (std::uint32_t i = 0; i < inputs.size(); ++i) input_of[inputs[i].index()] = i;
  expr::LeafCollector collector;
  for (std::uint32_t b = 0; b < program.blocks.size(); ++b) {
    for (const EquationId e : program.EquationsOf(program.blocks[b]))
      ReadEquation(system, collector.Collect(system.graph, system.equations[e].residual), b, input_of);
    SortOnce(direct_[b].blocks);
  }
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

void DependencyFinder::ReadEquation(const System& system, const expr::Leaves& leaves, std::uint32_t block,
                                    const std::vector<std::uint32_t>& input_of) {
  Direct& direct = direct_[block];
  // The course of an input contains time, on which the model itself does not depend.
  const bool has_course = std::ranges::any_of(
      leaves.held, [&](HeldId h) { return system.hybrid.held[h].kind == Held::Kind::kInput; });
  direct.known.time = direct.known.time || (leaves.has_time && !has_course);
  for (const auto& [variable, order, id] : leaves.variables) {
    const std::uint32_t from = BlockOf({variable, order});
    const std::uint32_t state = state_of_[variable.index()];
    if (from != kNone && from != block) direct.blocks.push_back(from);
    if (from == kNone && state != kNone) direct.known.states.push_back(state);
  }
  for (const HeldId h : leaves.held) {
    if (input_of[h.index()] != kNone) direct.known.inputs.push_back(input_of[h.index()]);
  }
}

std::optional<Dependencies> DependencyFinder::Of(const Quantity& quantity) {
  const std::uint32_t block = BlockOf(quantity);
  if (block != kNone) return work_ > kMostWork ? std::nullopt : std::optional(Reach(block));
  Dependencies itself;
  const std::uint32_t state = state_of_[quantity.variable.index()];
  if (state != kNone) itself.states.push_back(state);
  return itself;
}

Dependencies DependencyFinder::Reach(std::uint32_t block) {
  Dependencies out;
  std::vector<std::uint32_t> open{block};
  seen_in_[block] = ++search_;
  while (!open.empty()) {
    const Direct& direct = direct_[open.back()];
    open.pop_back();
    out.time = out.time || direct.known.time;
    Append(out.states, direct.known.states);
    Append(out.inputs, direct.known.inputs);
    work_ += 1 + direct.known.states.size() + direct.blocks.size();
    for (const std::uint32_t next : direct.blocks) {
      if (seen_in_[next] == search_) continue;
      seen_in_[next] = search_;
      open.push_back(next);
    }
  }
  SortOnce(out.states);
  SortOnce(out.inputs);
  return out;
}

}  // namespace daedalus::model
