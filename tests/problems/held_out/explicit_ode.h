// y' = f(t, y), written once as a template over its scalar types, as a test problem.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "problems/swept_dae.h"

namespace daedalus::problems {

// F = y' - f. Right is a functor  template <class T, class Y, class R> void operator()(const T& t,
// const Y* y, R* f) const.
template <class Right>
struct OdeResidual {
  Right right;
  std::int32_t n;

  template <class T, class Y, class P, class R>
  bool operator()(const T& t, const Y* y, const P* yp, R* r) const {
    right(t, y, r);
    for (std::int32_t i = 0; i < n; ++i) r[i] = yp[i] - r[i];
    return true;
  }
};

// With y'(0) = f(0, y0).
template <int kLanes, class Right>
IvpProblem MakeOde(std::string name, const Right& right, std::vector<double> y0, double t_end) {
  IvpProblem p{.name = std::move(name), .y0 = std::move(y0), .t_end = t_end};
  p.yp0.resize(p.y0.size());
  right(0.0, p.y0.data(), p.yp0.data());
  const OdeResidual<Right> residual{right, static_cast<std::int32_t>(p.y0.size())};
  p.dae = MakeSweptDae<kLanes>(residual, FindPattern(residual, residual.n), Mass::kConstant, p.y0, p.yp0);
  return p;
}

}  // namespace daedalus::problems
