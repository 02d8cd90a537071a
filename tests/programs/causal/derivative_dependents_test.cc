#include "daedalus/programs/causal/derivative_dependents.h"

#include <gtest/gtest.h>

#include "daedalus/programs/causal/solvability.h"
#include "daedalus/system/builder.h"

namespace daedalus::causal {
namespace {

TEST(DerivativeDependents, AreWhatIsComputedWithOrBehindADerivative) {
  Model m("M");
  auto x = m.Variable("x"), before = m.Variable("before"), with = m.Variable("with"),
       behind = m.Variable("behind");
  m.Equation(before == 2.0 * x);
  m.Equation(der(x) + with == before);
  m.Equation(der(x) - with == x);
  m.Equation(behind == with * with);
  const System s = std::move(m).Build().value();
  const SystemIncidence incidence = IncidenceOf(s);
  const auto solvability = CheckSolvability(s, incidence);
  EXPECT_EQ(DerivativeDependents(incidence, solvability.value().matching), (std::vector<char>{0, 0, 1, 1}));
}

}  // namespace
}  // namespace daedalus::causal
