#include "daedalus/products/fmu/exchange_calls.h"

#include <span>

namespace daedalus::fmu {

Result<Unit> ReadVector(Component& component, ExchangeVector what, double* out, std::size_t size) {
  const bool of_indicators = what == ExchangeVector::kIndicators;
  const std::size_t expected =
      of_indicators ? component.shown().num_indicators : component.shown().states.size();
  if (size != expected || (size > 0 && out == nullptr))
    return WrongCall("one value for each state or indicator");
  if (auto begun = component.MakeReady(); !begun) return begun;
  Exchange& exchange = component.exchange();
  const std::span<double> values(out, size);
  if (of_indicators) return exchange.ReadIndicators(values);
  if (what == ExchangeVector::kDerivatives) return exchange.ReadDerivatives(values);
  if (what == ExchangeVector::kStates) {
    exchange.ReadStates(values);
  } else {
    exchange.ReadNominals(values);
  }
  return Unit{};
}

Result<Unit> SetStates(Component& component, const double* states, std::size_t size) {
  if (size != component.shown().states.size() || (size > 0 && states == nullptr))
    return WrongCall("one value for each state");
  component.exchange().SetStates({states, size});
  return Unit{};
}

}  // namespace daedalus::fmu
