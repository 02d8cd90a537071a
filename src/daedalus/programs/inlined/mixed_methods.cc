#include "daedalus/programs/inlined/mixed_methods.h"

#include <cmath>
#include <numbers>

#include "daedalus/base/check.h"

namespace daedalus::inlined {
namespace {

using integrate::theory::Tableau;

// The first stage is the beginning of the step.
Tableau ExplicitArs2() {
  const double gamma = 1 - std::numbers::sqrt2 / 2, delta = 1 - 1 / (2 * gamma);
  Tableau t = Ars2Tableau();
  t.a = {0, 0, 0, gamma, 0, 0, delta, 1 - delta, 0};
  t.b = {delta, 1 - delta, 0};
  return t;
}

Tableau ExplicitArs3() {
  Tableau t = Ars3Tableau();
  t.a = {0,         0,        0,       0,        0,  //
         1.0 / 2,   0,        0,       0,        0,  //
         11.0 / 18, 1.0 / 18, 0,       0,        0,  //
         5.0 / 6,   -5.0 / 6, 1.0 / 2, 0,        0,  //
         1.0 / 4,   7.0 / 4,  3.0 / 4, -7.0 / 4, 0};
  t.b = {1.0 / 4, 7.0 / 4, 3.0 / 4, -7.0 / 4, 0};
  return t;
}

}  // namespace

Tableau Ars2Tableau() {
  const double gamma = 1 - std::numbers::sqrt2 / 2;
  Tableau t;
  t.name = "ARS(2,2,2)";
  t.order = 2;
  t.stage_order = 1;
  t.a = {0, 0, 0, 0, gamma, 0, 0, 1 - gamma, gamma};
  t.b = {0, 1 - gamma, gamma};
  t.c = {0, gamma, 1};
  t.source = "[ARS97] sec. 2.6";
  return t;
}

Tableau Ars3Tableau() {
  Tableau t;
  t.name = "ARS(4,4,3)";
  t.order = 3;
  t.stage_order = 1;
  t.a = {0, 0,        0,        0,       0,  //
         0, 1.0 / 2,  0,        0,       0,  //
         0, 1.0 / 6,  1.0 / 2,  0,       0,  //
         0, -1.0 / 2, 1.0 / 2,  1.0 / 2, 0,  //
         0, 3.0 / 2,  -3.0 / 2, 1.0 / 2, 1.0 / 2};
  t.b = {0, 3.0 / 2, -3.0 / 2, 1.0 / 2, 1.0 / 2};
  t.c = {0, 1.0 / 2, 2.0 / 3, 1.0 / 2, 1};
  t.source = "[ARS97] sec. 2.8";
  return t;
}

bool MixesModes(Method method) {
  return method == Method::kBackwardEuler || method == Method::kArs2 || method == Method::kArs3;
}

causal::StageMethod MixedStagesOf(Method method) {
  DAEDALUS_CHECK(MixesModes(method), "a method with an explicit partner");
  causal::StageMethod out = StagesOf(method);
  const causal::StageMethod partner = method == Method::kBackwardEuler ? StagesOf(Method::kEuler)
                                      : method == Method::kArs2        ? StagesOf(ExplicitArs2())
                                                                       : StagesOf(ExplicitArs3());
  DAEDALUS_CHECK(partner.c == out.c, "the nodes of both are the same");
  out.start.resize(out.num_stages(), 0.0);
  out.explicit_a = partner.a;
  out.explicit_start = partner.start;
  return out;
}

}  // namespace daedalus::inlined
