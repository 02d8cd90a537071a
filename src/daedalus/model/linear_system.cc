#include "daedalus/model/linear_system.h"

#include <algorithm>
#include <utility>

#include "daedalus/base/nearest_name.h"
#include "daedalus/model/descriptor_form.h"
#include "daedalus/model/poles.h"
#include "daedalus/model/simulate/input_derivatives.h"
#include "daedalus/system/print_system.h"

namespace daedalus::model {
namespace {

using linear::DenseMatrix;

// Larger dense matrices are of no use to anybody, and their poles take hours.
constexpr std::size_t kMostStates = 5000;

bool IsReal(const ModelDescription& description, const std::string& name) {
  const VariableDescription* variable = FindVariable(description, name);
  return variable && variable->type == VariableType::kReal;
}

// What was asked for: places among the inputs of the model.
Result<std::vector<std::size_t>> FindInputs(const Instance& instance, const ModelDescription& description,
                                            const std::optional<std::vector<std::string>>& wanted) {
  const std::vector<std::string> names = instance.NamesOfInputs();
  std::vector<std::size_t> out;
  for (std::size_t i = 0; !wanted && i < names.size(); ++i) {
    if (IsReal(description, names[i])) out.push_back(i);
  }
  for (const std::string& name : wanted.value_or(std::vector<std::string>())) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      NearestName nearest(name);
      for (const std::string& known : names) nearest.Offer(known);
      return Fail(
          Error(Code::kBadOption, {}, "`{}` has no input `{}`", description.name, name).Hint(nearest.Hint()));
    }
    if (!IsReal(description, name)) {
      return Fail(Error(Code::kBadOption, {},
                        "the input `{}` is not a Real, so there are no derivatives with respect to it",
                        name));
    }
    out.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  return out;
}

struct Output {
  std::string name;
  std::optional<ValueRef> place;  // none: it is constant
  double constant = 0;
};

Result<std::vector<Output>> FindOutputs(const Instance& instance, const ModelDescription& description,
                                        const std::optional<std::vector<std::string>>& wanted) {
  std::vector<std::string> names = wanted.value_or(std::vector<std::string>());
  for (std::size_t i = 0; !wanted && i < description.outputs.size(); ++i)
    names.push_back(description.variables[description.outputs[i].variable].name);
  std::vector<Output> out;
  for (const std::string& name : names) {
    if (const auto place = instance.Find(name)) {
      out.push_back({name, place, 0});
      continue;
    }
    const VariableDescription* variable = FindVariable(description, name);
    if (variable && variable->start) {
      out.push_back({name, std::nullopt, *variable->start});
      continue;
    }
    NearestName nearest(name);
    for (const VariableDescription& known : description.variables) nearest.Offer(known.name);
    return Fail(Error(Code::kBadOption, {}, "`{}` has no variable `{}`", description.name, name)
                    .Hint(nearest.Hint()));
  }
  return out;
}

Result<std::vector<NamedValue>> ValuesOf(Instance& instance, const std::vector<Output>& outputs) {
  const auto values = instance.Values();
  if (!values) return Failure{values.error()};
  std::vector<NamedValue> out;
  for (const Output& output : outputs)
    out.push_back(
        {output.name, output.place ? output.place->sign * (*values)[output.place->index] : output.constant});
  return out;
}

// The columns of a matrix at these places.
DenseMatrix Columns(const DenseMatrix& from, const std::vector<std::size_t>& places) {
  DenseMatrix out(from.rows, places.size());
  for (std::size_t c = 0; c < places.size(); ++c) {
    for (std::size_t r = 0; r < from.rows; ++r) out(r, c) = from(r, places[c]);
  }
  return out;
}

DenseMatrix Rows(const DenseMatrix& from, const std::vector<std::size_t>& places) {
  DenseMatrix out(places.size(), from.columns);
  for (std::size_t c = 0; c < from.columns; ++c) {
    for (std::size_t r = 0; r < places.size(); ++r) out(r, c) = from(places[r], c);
  }
  return out;
}

// The slopes of outputs, a row each: an output that has none does not spoil another one.
Result<DenseMatrix> SlopesOf(Instance& instance, const std::vector<Output>& outputs, ResponseTo to) {
  DenseMatrix out(outputs.size(), instance.Size(to));
  std::vector<double> weights(instance.Size(ResponseOf::kValues)), row(out.columns);
  for (std::size_t r = 0; r < outputs.size(); ++r) {
    if (!outputs[r].place || row.empty()) continue;
    weights[outputs[r].place->index] = outputs[r].place->sign;
    if (auto found = instance.AdjointProduct(ResponseOf::kValues, to, weights, row); !found) {
      std::vector<Diagnostic> errors = std::move(found).error();
      errors.back().Note("the output `" + outputs[r].name + "` asks for it");
      return Failure{std::move(errors)};
    }
    weights[outputs[r].place->index] = 0;
    for (std::size_t c = 0; c < row.size(); ++c) out(r, c) = row[c];
  }
  return out;
}

// Parameters that are found at the start are states that never change: they are left out.
std::vector<std::size_t> ProperStates(const Instance& instance) {
  const std::vector<char> is_kept = instance.KeptStates();
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < is_kept.size(); ++i) {
    if (!is_kept[i]) out.push_back(i);
  }
  return out;
}

Result<Unit> CheckSize(std::size_t size) {
  if (size <= kMostStates) return Unit{};
  return Fail(Error(Code::kBadOption, {},
                    "dense matrices for {} unknowns would be too large: the limit is {}", size, kMostStates));
}

Result<Unit> RefuseDifferentiated(const Instance& instance, const std::vector<std::size_t>& inputs) {
  const compile::GivenModel& given = instance.given();
  if (!given.reduction) return Unit{};
  const std::vector<int> times =
      simulate::TimesDifferentiated(*given.system, given.reduction->differentiated());
  for (const std::size_t i : inputs) {
    if (times[i] == 0) continue;
    return Fail(Error(Code::kHigherIndex, {},
                      "index reduction differentiates the input `{}`, so A, B, C, D do not exist",
                      instance.NamesOfInputs()[i])
                    .Note("the states depend on the derivative of the input")
                    .Hint("ask for --descriptor, or leave the input out with --inputs"));
  }
  return Unit{};
}

// dx/dt = A x + B u of the causal form.
Result<LinearSystem> LinearizeCausal(Instance& instance, const std::vector<std::size_t>& inputs,
                                     const std::vector<Output>& outputs) {
  LinearSystem out;
  const std::vector<std::size_t> states = ProperStates(instance);
  const std::vector<std::string> names = instance.NamesOfStates();
  for (const std::size_t i : states) out.states.push_back({names[i], instance.states()[i]});
  auto A = instance.Jacobian(ResponseOf::kDerivatives, ResponseTo::kStates);
  if (!A) return Failure{std::move(A).error()};
  auto B = instance.Jacobian(ResponseOf::kDerivatives, ResponseTo::kInputs);
  if (!B) return Failure{std::move(B).error()};
  auto C = SlopesOf(instance, outputs, ResponseTo::kStates);
  if (!C) return Failure{std::move(C).error()};
  auto D = SlopesOf(instance, outputs, ResponseTo::kInputs);
  if (!D) return Failure{std::move(D).error()};
  out.A = Columns(Rows(*A, states), states);
  out.B = Columns(Rows(*B, states), inputs);
  out.C = Columns(*C, states);
  out.D = Columns(*D, inputs);
  return out;
}

// E dx/dt = A x + B u of the equations as they stand.
Result<LinearSystem> LinearizeAsGiven(Instance& instance, const std::vector<std::size_t>& inputs,
                                      const std::vector<Output>& outputs) {
  const compile::GivenModel& given = instance.given();
  auto form = FindDescriptorForm(instance);
  if (!form) return Failure{std::move(form).error()};
  LinearSystem out;
  for (const EquationId e : form->equations) out.equations.push_back(EquationText(*given.system, e));
  const auto values = instance.Values();
  if (!values) return Failure{values.error()};
  out.states.resize(form->variables.size());
  for (std::size_t q = 0; q < form->column_of.size(); ++q) {
    if (form->column_of[q] >= 0)
      out.states[static_cast<std::size_t>(form->column_of[q])] = {NameOf(*given.system, given.quantities[q]),
                                                                  (*values)[q]};
  }
  out.C = DenseMatrix(outputs.size(), form->variables.size());
  out.D = DenseMatrix(outputs.size(), inputs.size());
  for (std::size_t r = 0; r < outputs.size(); ++r) {
    if (!outputs[r].place) continue;
    const auto [index, sign] = *outputs[r].place;
    if (index < form->column_of.size() && form->column_of[index] < 0) {
      return Fail(Error(Code::kBadOption, {},
                        "the output `{}` is a derivative, which y = C x + D u cannot give", outputs[r].name)
                      .Hint("leave out --descriptor, or take another output"));
    }
    if (index < form->column_of.size()) out.C(r, static_cast<std::size_t>(form->column_of[index])) = sign;
  }
  out.E = std::move(form->E);
  out.A = std::move(form->A);
  out.B = Columns(form->B, inputs);
  return out;
}

// Of the causal form, for any form.
Result<std::vector<std::complex<double>>> FindPoles(Instance& instance) {
  auto A = instance.Jacobian(ResponseOf::kDerivatives, ResponseTo::kStates);
  if (!A) return Failure{std::move(A).error()};
  const std::vector<std::size_t> states = ProperStates(instance);
  return PolesOf(Columns(Rows(*A, states), states));
}

}  // namespace

Result<LinearSystem> Linearize(Instance& instance, const ModelDescription& description,
                               const LinearizeOptions& options) {
  const auto inputs = FindInputs(instance, description, options.inputs);
  if (!inputs) return Failure{inputs.error()};
  const auto outputs = FindOutputs(instance, description, options.outputs);
  if (!outputs) return Failure{outputs.error()};
  const std::size_t size =
      options.descriptor ? instance.given().system->variables.size() : instance.num_states();
  if (auto allowed = CheckSize(size); !allowed) return Failure{std::move(allowed).error()};
  if (!options.descriptor) {
    if (auto allowed = RefuseDifferentiated(instance, *inputs); !allowed)
      return Failure{std::move(allowed).error()};
  }
  auto out = options.descriptor ? LinearizeAsGiven(instance, *inputs, *outputs)
                                : LinearizeCausal(instance, *inputs, *outputs);
  if (!out) return out;
  auto poles = FindPoles(instance);
  if (!poles) return Failure{std::move(poles).error()};
  out->poles = *std::move(poles);
  auto values = ValuesOf(instance, *outputs);
  if (!values) return Failure{std::move(values).error()};
  out->outputs = *std::move(values);
  out->model = description.name;
  out->time = instance.time();
  for (const std::size_t i : *inputs) {
    const std::string name = instance.NamesOfInputs()[i];
    auto value = instance.Value(name);
    if (!value) return Failure{std::move(value).error()};
    out->inputs.push_back({name, *value});
  }
  return out;
}

}  // namespace daedalus::model
