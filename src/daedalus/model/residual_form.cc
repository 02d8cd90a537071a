#include "daedalus/model/residual_form.h"

#include "daedalus/system/print_system.h"

namespace daedalus::model {
namespace {

codegen::KernelInputs InputsAt(const ResidualForm::Point& point) {
  return {point.time, point.y.data(), point.yp.data(), point.parameters.data(), point.held.data()};
}

}  // namespace

ResidualForm::ResidualForm(const compile::CompiledChoice& choice)
    : choice_(choice), residual_(choice.kernels().residual), jacobian_(choice.kernels().jacobian) {}

std::vector<std::string> ResidualForm::NamesOfUnknowns() const {
  const System& system = *choice_.model().system;
  std::vector<std::string> out;
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) out.push_back(NameOf(system, v));
  return out;
}

void ResidualForm::Evaluate(const Point& point, std::span<double> out) {
  residual_.Evaluate(InputsAt(point), out.data());
}

void ResidualForm::EvaluateJacobian(const Point& point, double factor, std::span<double> values) {
  jacobian_.Evaluate(InputsAt(point), factor, values.data());
}

const Equation& ResidualForm::EquationOf(std::size_t row) const {
  return system().equations[EquationId(static_cast<std::uint32_t>(row))];
}

}  // namespace daedalus::model
