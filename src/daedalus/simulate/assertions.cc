#include "daedalus/simulate/assertions.h"

#include "daedalus/system/print_system.h"

namespace daedalus::simulate {

std::vector<Diagnostic> AssertionChecker::Check(double t, std::span<const double> y,
                                                std::span<const double> yp) {
  std::vector<Diagnostic> out;
  if (system_.assertions.empty()) return out;
  evaluator_.SetPoint({t, y, yp, parameters_});
  for (std::size_t i = 0; i < system_.assertions.size(); ++i) {
    const Assertion& assertion = system_.assertions[i];
    if (reported_[i] || evaluator_.Value(assertion.condition) != 0) continue;
    reported_[i] = 1;
    Diagnostic d = Error(Code::kAssertionFailed, assertion.origin.span,
                         "assertion failed at time = {:.9g}: {}", t, assertion.message)
                       .Note(fmt::format("`{}` is false", ExpressionText(system_, assertion.condition)));
    if (assertion.is_warning) d.severity = Severity::kWarning;
    out.push_back(std::move(d));
  }
  return out;
}

}  // namespace daedalus::simulate
