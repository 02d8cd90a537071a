#include "daedalus/programs/execute/linear_response.h"

#include <algorithm>

#include "daedalus/numerics/linear/band_order.h"
#include "daedalus/numerics/linear/sparse_products.h"
#include "daedalus/programs/execute/schedule.h"

namespace daedalus::execute {
namespace {

// Blocks that derivatives need first, then the others, each in the order of the program.
linear::BlockOrder OrderOf(const System& system, const causal::SystemIncidence& incidence,
                           const causal::Program& program, std::size_t& num_core_blocks) {
  const causal::SquareProblem problem = causal::CausalProblem(system, incidence);
  const std::vector<char> is_core = NeededForDerivatives(program, BlockNeeds(program, problem));
  linear::BlockOrder out;
  num_core_blocks = static_cast<std::size_t>(std::ranges::count_if(is_core, [](char c) { return c != 0; }));
  for (const bool core : {true, false}) {
    for (std::size_t b = 0; b < program.blocks.size(); ++b) {
      if ((is_core[b] != 0) != core) continue;
      for (const EquationId e : program.EquationsOf(program.blocks[b]))
        out.rows.push_back(static_cast<std::int32_t>(e.index()));
      for (const Quantity& q : program.UnknownsOf(program.blocks[b]))
        out.columns.push_back(static_cast<std::int32_t>(q.variable.index()));
      out.starts.push_back(static_cast<std::int32_t>(out.rows.size()));
    }
  }
  return out;
}

}  // namespace

LinearResponse::LinearResponse(const System& system, const causal::SystemIncidence& incidence,
                               const causal::Program& program, codegen::JacobianKernel jacobian)
    : jacobian_(std::move(jacobian)),
      is_differential_(incidence.is_differential),
      dy_(jacobian_.dy_pattern().row_indices.size()),
      dyp_(jacobian_.dyp_pattern().row_indices.size()),
      rows_(system.equations.size()) {
  linear::SparsePattern unknowns;
  unknowns.rows = unknowns.cols = static_cast<std::int32_t>(is_differential_.size());
  for (std::size_t v = 0; v < is_differential_.size(); ++v) {
    const bool is_state = is_differential_[v] != 0;
    if (is_state) states_.push_back(VariableId(v));
    const linear::SparsePattern& from = is_state ? jacobian_.dyp_pattern() : jacobian_.dy_pattern();
    for (auto k = from.column_starts[v]; k < from.column_starts[v + 1]; ++k) {
      unknowns.row_indices.push_back(from.row_indices[static_cast<std::size_t>(k)]);
      sources_.push_back({is_state, static_cast<std::size_t>(k)});
    }
    unknowns.column_starts.push_back(unknowns.num_nonzeros());
  }
  unknowns_.resize(sources_.size());
  solver_.emplace(unknowns, OrderOf(system, incidence, program, num_core_blocks_));
  const std::vector<std::int32_t> places = linear::PlacesOf(solver_->order().columns);
  for (const VariableId state : states_)
    derivative_places_.push_back(static_cast<std::size_t>(places[state.index()]));
}

std::size_t LinearResponse::NumBlocks(ResponsePart part) const {
  return part == ResponsePart::kAll ? solver_->order().num_blocks() : num_core_blocks_;
}

void LinearResponse::MoveTo(const Workspace& point) {
  has_influences_ = false;
  jacobian_.EvaluateParts(point.inputs(), dy_.data(), dyp_.data());
  for (std::size_t k = 0; k < sources_.size(); ++k)
    unknowns_[k] = sources_[k].is_derivative ? dyp_[sources_[k].index] : dy_[sources_[k].index];
  solver_->Factor(unknowns_);
}

void LinearResponse::MoveInfluencesTo(const Workspace& point, codegen::JacobianKernel influences) {
  influences_ = std::move(influences);
  by_parameters_.resize(influences_->dy_pattern().row_indices.size());
  by_held_.resize(influences_->dyp_pattern().row_indices.size());
  influences_->EvaluateParts(point.inputs(), by_parameters_.data(), by_held_.data());
  has_influences_ = true;
}

void LinearResponse::ResidualsForward(const Given& changes, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  linear::AddProduct(jacobian_.dy_pattern(), dy_, changes.states, out,
                     [this](std::size_t i) { return states_[i].index(); });
  if (!has_influences_) return;
  linear::AddProduct(influences_->dy_pattern(), by_parameters_, changes.parameters, out);
  linear::AddProduct(influences_->dyp_pattern(), by_held_, changes.held, out);
}

void LinearResponse::ResidualsBackward(std::span<const double> weights, const GivenSums& sums) const {
  linear::AddTransposedProduct(jacobian_.dy_pattern(), dy_, weights, sums.states,
                               [this](std::size_t i) { return states_[i].index(); });
  if (!has_influences_) return;
  linear::AddTransposedProduct(influences_->dy_pattern(), by_parameters_, weights, sums.parameters);
  linear::AddTransposedProduct(influences_->dyp_pattern(), by_held_, weights, sums.held);
}

void LinearResponse::Forward(const Given& changes, ResponsePart part, VariableChanges& out) {
  ResidualsForward(changes, rows_);
  solver_->Solve(rows_, NumBlocks(part));
  out.y.assign(is_differential_.size(), 0.0);
  out.yp.assign(is_differential_.size(), 0.0);
  for (std::size_t v = 0; v < is_differential_.size(); ++v)
    (is_differential_[v] ? out.yp : out.y)[v] = -rows_[v];
  for (std::size_t i = 0; i < changes.states.size(); ++i) out.y[states_[i].index()] = changes.states[i];
}

void LinearResponse::ForwardToDerivatives(const Given& changes, std::span<double> out) {
  ResidualsForward(changes, rows_);
  const std::span<const double> x = solver_->SolveInOrder(rows_, NumBlocks(ResponsePart::kDerivatives));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = -x[derivative_places_[i]];
}

void LinearResponse::Backward(VariableChanges& weights, ResponsePart part, const GivenSums& sums) {
  for (std::size_t i = 0; i < sums.states.size(); ++i) sums.states[i] += weights.y[states_[i].index()];
  for (std::size_t v = 0; v < is_differential_.size(); ++v)
    rows_[v] = -(is_differential_[v] ? weights.yp : weights.y)[v];
  solver_->SolveTransposed(rows_, NumBlocks(part));
  ResidualsBackward(rows_, sums);
}

std::optional<LinearResponse::Singular> LinearResponse::FindSingular() const {
  if (solver_->singular_blocks().empty()) return std::nullopt;
  const linear::BlockOrder& order = solver_->order();
  const std::size_t block = solver_->singular_blocks()[0];
  Singular out;
  for (std::int32_t p = order.starts[block]; p < order.starts[block + 1]; ++p) {
    const auto row = static_cast<std::size_t>(order.rows[static_cast<std::size_t>(p)]),
               column = static_cast<std::size_t>(order.columns[static_cast<std::size_t>(p)]);
    out.equations.push_back(EquationId(row));
    out.unknowns.push_back({VariableId(column), is_differential_[column] ? 1 : 0});
  }
  return out;
}

}  // namespace daedalus::execute
