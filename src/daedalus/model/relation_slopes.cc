#include "daedalus/model/relation_slopes.h"

#include <algorithm>

#include "daedalus/model/hybrid/event_model.h"
#include "daedalus/numerics/linear/sparse_products.h"

namespace daedalus::model {
namespace {

std::vector<ExprId> SidesOf(const compile::GivenModel& given) {
  std::vector<ExprId> out;
  for (const hybrid::StateRelation& relation : given.events->state_relations) {
    const Relation& of = given.system->hybrid.relations[relation.relation];
    out.push_back(of.left);
    out.push_back(of.right);
  }
  return out;
}

}  // namespace

RelationSlopes::RelationSlopes(const compile::GivenModel& given)
    : by_variables_(codegen::CompileModel(given.system->graph, SidesOf(given), given.system->variables.size())
                        ->jacobian),
      influences_(codegen::CompileInfluences(*given.system, SidesOf(given))),
      slopes_(given.events->state_relations.size()),
      by_y_(by_variables_.dy_pattern().row_indices.size()),
      by_yp_(by_variables_.dyp_pattern().row_indices.size()),
      by_parameter_(influences_.dy_pattern().row_indices.size()),
      by_held_(influences_.dyp_pattern().row_indices.size()),
      y_(given.system->variables.size()),
      yp_(y_.size()),
      sides_(2 * slopes_.size()) {
  for (std::size_t q = 0; q < given.quantities.size(); ++q) {
    const Quantity& quantity = given.quantities[q];
    if (quantity.order <= 1)
      (quantity.order == 0 ? values_ : derivatives_).push_back({quantity.variable.index(), q});
  }
}

void RelationSlopes::MoveTo(const codegen::KernelInputs& point, std::span<const double> slopes) {
  std::ranges::copy(slopes, slopes_.begin());
  by_variables_.EvaluateParts(point, by_y_.data(), by_yp_.data());
  influences_.EvaluateParts(point, by_parameter_.data(), by_held_.data());
}

void RelationSlopes::Forward(const Parts& changes, std::span<double> out) {
  for (const Place& place : values_) y_[place.variable] = changes.quantities[place.quantity];
  for (const Place& place : derivatives_) yp_[place.variable] = changes.quantities[place.quantity];
  std::ranges::fill(sides_, 0.0);
  linear::AddProduct(by_variables_.dy_pattern(), by_y_, y_, sides_);
  linear::AddProduct(by_variables_.dyp_pattern(), by_yp_, yp_, sides_);
  linear::AddProduct(influences_.dy_pattern(), by_parameter_, changes.parameters, sides_);
  linear::AddProduct(influences_.dyp_pattern(), by_held_, changes.held, sides_);
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k] = slopes_[k] == 0 ? 0 : slopes_[k] * (sides_[2 * k + 1] - sides_[2 * k]);
}

void RelationSlopes::Backward(std::span<const double> weights, const Parts& sums) {
  for (std::size_t k = 0; k < weights.size(); ++k) {
    sides_[2 * k] = -slopes_[k] * weights[k];
    sides_[2 * k + 1] = slopes_[k] * weights[k];
  }
  std::ranges::fill(y_, 0.0);
  std::ranges::fill(yp_, 0.0);
  linear::AddTransposedProduct(by_variables_.dy_pattern(), by_y_, sides_, y_);
  linear::AddTransposedProduct(by_variables_.dyp_pattern(), by_yp_, sides_, yp_);
  linear::AddTransposedProduct(influences_.dy_pattern(), by_parameter_, sides_, sums.parameters);
  linear::AddTransposedProduct(influences_.dyp_pattern(), by_held_, sides_, sums.held);
  for (const Place& place : values_) sums.quantities[place.quantity] += y_[place.variable];
  for (const Place& place : derivatives_) sums.quantities[place.quantity] += yp_[place.variable];
}

}  // namespace daedalus::model
