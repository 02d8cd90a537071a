#include "daedalus/model/responses.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "daedalus/model/parameter_kinds.h"
#include "daedalus/system/print_system.h"

namespace daedalus::model {
namespace {

using execute::ResponsePart;

std::vector<ParameterId> TunableReals(const compile::GivenModel& given) {
  const System& system = *given.system;
  const std::vector<ParameterKind> kinds = KindsOfParameters(given);
  std::vector<ParameterId> out;
  for (const ParameterId p : IdRange<ParameterId>(system.parameters.size())) {
    const bool is_real = system.declarations[system.parameters[p].declaration].type == ValueType::kReal;
    if (is_real && kinds[p.index()].is_settable) out.push_back(p);
  }
  return out;
}

ResponsePart PartFor(ResponseOf of) {
  return of == ResponseOf::kDerivatives ? ResponsePart::kDerivatives : ResponsePart::kAll;
}

}  // namespace

void Responses::Parts::Clear() {
  for (std::vector<double>* part : {&states, &parameters, &held, &quantities}) std::ranges::fill(*part, 0.0);
}

Responses::Responses(const compile::GivenModel& given)
    : given_(given), parameters_(TunableReals(given)), parameter_slopes_(*given.system) {
  for (const ModelInput& input : given.system->hybrid.inputs)
    inputs_.push_back(LeafOf(given.system->hybrid, input));
  parts_.parameters.resize(given.system->parameters.size());
  parts_.held.resize(given.system->hybrid.held.size());
  parts_.quantities.resize(given.quantities.size());
}

void Responses::MoveTo(double t, simulate::StateChanges& states, std::span<const char> is_set) {
  simulate::Segment& segment = states.current();
  const compile::PreparedModel& model = segment.model();
  if (choice_ != &segment.compiled()) {
    choice_ = &segment.compiled();
    response_ = std::make_unique<execute::LinearResponse>(*model.system, model.incidence, model.program,
                                                          choice_->kernels().jacobian);
    parts_.states.resize(response_->states().size());
    for (std::vector<double>* part : {&variables_.y, &variables_.yp})
      part->resize(model.system->variables.size());
  }
  point_ = segment.causal()->workspace();
  point_.time = t;
  is_set_.assign(is_set.begin(), is_set.end());
  has_indicators_ = false;
  response_->MoveTo(point_);
}

bool Responses::NeedsInfluences(ResponseOf of, ResponseTo to) const {
  const bool needs = to != ResponseTo::kStates || of == ResponseOf::kIndicators;
  return needs && !response_->has_influences();
}

bool Responses::NeedsIndicators(ResponseOf of) const {
  return of == ResponseOf::kIndicators && !has_indicators_ && Size(of) > 0;
}

void Responses::AddInfluences() {
  response_->MoveInfluencesTo(point_, choice_->Influences());
  parameter_slopes_.MoveTo(point_.parameters, is_set_);
}

void Responses::AddIndicators(simulate::StateChanges& states, std::span<const double> slopes) {
  if (!relation_slopes_) relation_slopes_.emplace(given_);
  relation_slopes_->MoveTo({point_.time, states.values().data(), states.Slopes().data(),
                            point_.parameters.data(), point_.held.data()},
                           slopes);
  has_indicators_ = true;
}

std::size_t Responses::Size(ResponseOf of) const {
  switch (of) {
    case ResponseOf::kDerivatives:
      return response_->states().size();
    case ResponseOf::kValues:
      return parts_.quantities.size() + parts_.held.size();
    case ResponseOf::kResiduals:
      return response_->num_equations();
    case ResponseOf::kIndicators:
      return given_.events ? given_.events->state_relations.size() : 0;
  }
  return 0;
}

std::size_t Responses::Size(ResponseTo to) const {
  if (to == ResponseTo::kStates) return response_->states().size();
  return to == ResponseTo::kInputs ? inputs_.size() : parameters_.size();
}

// Places of quantities in the system of the choice.
void Responses::ReadQuantities(std::span<double> out) const {
  const std::vector<Quantity>& places = choice_->model().places;
  for (std::size_t q = 0; q < places.size(); ++q)
    out[q] = (places[q].order == 0 ? variables_.y : variables_.yp)[places[q].variable.index()];
}

void Responses::AddWeights(std::span<const double> quantities) {
  const std::vector<Quantity>& places = choice_->model().places;
  for (std::size_t q = 0; q < places.size(); ++q)
    (places[q].order == 0 ? variables_.y : variables_.yp)[places[q].variable.index()] += quantities[q];
}

Result<Unit> Responses::Forward(ResponseOf of, ResponseTo to, std::span<const double> direction,
                                std::span<double> out) {
  execute::LinearResponse::Given given;
  if (to == ResponseTo::kStates) {
    given.states = direction;
  } else if (to == ResponseTo::kInputs) {
    std::ranges::fill(parts_.held, 0.0);
    for (std::size_t i = 0; i < inputs_.size(); ++i) parts_.held[inputs_[i].index()] += direction[i];
    given.held = parts_.held;
  } else {
    std::ranges::fill(parts_.parameters, 0.0);
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      parts_.parameters[parameters_[i].index()] = direction[i];
    parameter_slopes_.Forward(parts_.parameters);
    given.parameters = parts_.parameters;
  }
  if (of == ResponseOf::kResiduals) {
    response_->ResidualsForward(given, out);
    return CheckFinite(out);
  }
  if (of == ResponseOf::kDerivatives) {
    response_->ForwardToDerivatives(given, out);
    return CheckFinite(out);
  }
  response_->Forward(given, ResponsePart::kAll, variables_);
  if (given.held.empty()) std::ranges::fill(parts_.held, 0.0);
  if (of == ResponseOf::kValues) {
    ReadQuantities(out.first(parts_.quantities.size()));
    std::ranges::copy(parts_.held, out.begin() + static_cast<std::ptrdiff_t>(parts_.quantities.size()));
  } else if (!out.empty()) {
    if (given.parameters.empty()) std::ranges::fill(parts_.parameters, 0.0);
    ReadQuantities(parts_.quantities);
    relation_slopes_->Forward({parts_.quantities, parts_.parameters, parts_.held}, out);
  }
  return CheckFinite(out);
}

execute::LinearResponse::GivenSums Responses::Sums(ResponseTo to) {
  if (to == ResponseTo::kStates) return {parts_.states, {}, {}};
  if (to == ResponseTo::kInputs) return {{}, {}, parts_.held};
  return {{}, parts_.parameters, {}};
}

Result<Unit> Responses::Backward(ResponseOf of, ResponseTo to, std::span<const double> weights,
                                 std::span<double> out) {
  parts_.Clear();
  if (of == ResponseOf::kResiduals) {
    response_->ResidualsBackward(weights, Sums(to));
  } else {
    std::ranges::fill(variables_.y, 0.0);
    std::ranges::fill(variables_.yp, 0.0);
    if (of == ResponseOf::kDerivatives) {
      for (std::size_t i = 0; i < weights.size(); ++i)
        variables_.yp[response_->states()[i].index()] = weights[i];
    } else if (of == ResponseOf::kValues) {
      AddWeights(weights.first(parts_.quantities.size()));
      std::ranges::copy(weights.subspan(parts_.quantities.size()), parts_.held.begin());
    } else if (!weights.empty()) {
      relation_slopes_->Backward(weights, {parts_.quantities, parts_.parameters, parts_.held});
      AddWeights(parts_.quantities);
    }
    response_->Backward(variables_, PartFor(of), Sums(to));
  }
  if (to == ResponseTo::kStates) {
    std::ranges::copy(parts_.states, out.begin());
  } else if (to == ResponseTo::kInputs) {
    for (std::size_t i = 0; i < inputs_.size(); ++i) out[i] = parts_.held[inputs_[i].index()];
  } else {
    parameter_slopes_.Backward(parts_.parameters);
    for (std::size_t i = 0; i < parameters_.size(); ++i) out[i] = parts_.parameters[parameters_[i].index()];
  }
  return CheckFinite(out);
}

Result<linear::DenseMatrix> Responses::Jacobian(ResponseOf of, ResponseTo to) {
  linear::DenseMatrix out(Size(of), Size(to));
  const bool by_columns = out.columns <= out.rows;
  std::vector<double> unit(by_columns ? out.columns : out.rows, 0.0), row(out.columns);
  for (std::size_t i = 0; i < unit.size(); ++i) {
    unit[i] = 1;
    auto done = by_columns ? Forward(of, to, unit, out.Column(i)) : Backward(of, to, unit, row);
    if (!done) return Failure{std::move(done).error()};
    for (std::size_t j = 0; !by_columns && j < row.size(); ++j) out(i, j) = row[j];
    unit[i] = 0;
  }
  return out;
}

Result<Unit> Responses::CheckFinite(std::span<const double> values) const {
  if (std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) return Unit{};
  const System& system = *choice_->model().system;
  const auto singular = response_->FindSingular();
  if (!singular) {
    return Fail(
        Error(Code::kRunNotFinite, {}, "an equation has no finite derivative at time = {:.9g}", point_.time)
            .Hint("take another point: another time, or other values of the states"));
  }
  constexpr std::size_t kMostNames = 5;
  std::vector<std::string> names;
  for (const Quantity& unknown : singular->unknowns) {
    if (names.size() < kMostNames) names.push_back("`" + daedalus::NameOf(system, unknown) + "`");
  }
  if (singular->unknowns.size() > kMostNames) names.emplace_back("...");
  const Equation& equation = system.equations[singular->equations[0]];
  return Fail(Error(Code::kRankDeficient, SpanOf(system, equation),
                    "at time = {:.9g} the equations do not determine how {} change", point_.time,
                    fmt::join(names, ", "))
                  .Here("this equation belongs to a system that is singular here")
                  .Hint("take another point: another time, or other values of the states"));
}

std::vector<Diagnostic> Responses::FindApproximated() const {
  std::vector<std::string> names = choice_->kernels().jacobian.approximated();
  const auto add = [&](const std::vector<std::string>& more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  if (response_->has_influences()) add(choice_->Influences().approximated());
  if (relation_slopes_) add(relation_slopes_->approximated());
  std::vector<Diagnostic> out;
  for (const std::string& name : names) {
    Diagnostic d = Warning(Code::kUnsupportedFunction, {},
                           "the derivative of `{}` is not known, so finite differences replace it", name)
                       .Note("their relative error is about 1e-10")
                       .Hint("give the function a `derivative` annotation");
    if (!IsAmong(d, out)) out.push_back(std::move(d));
  }
  return out;
}

}  // namespace daedalus::model
