// Medical Akzo Nobel [MM08]: radioactively marked antibodies enter a tissue and are bound there. A reaction
// and diffusion on a half line, mapped to the unit interval and taken at 200 points, 400 unknowns u1, v1, u2,
// v2, ...; at t = 5 the supply ends.
//
//   u' = (z-1)^4 / c^2 u_zz + 2 (z-1)^3 / c^2 u_z - k u v,  v' = -k u v,  u(z=0) = 2 until t = 5, then 0
#include <array>
#include <memory>

#include "problems/held_out/explicit_ode.h"
#include "problems/held_out/held_out.h"

namespace daedalus::problems {
namespace {

constexpr int kPoints = 200;
constexpr double kBinding = 100, kC = 4, kWidth = 1.0 / kPoints, kSupplyEnds = 5;

struct Right {
  std::shared_ptr<const double> supply;  // set at every restart

  template <class T, class Y, class R>
  void operator()(const T&, const Y* y, R* f) const {
    for (int j = 0; j < kPoints; ++j) {
      const double z = (j + 1) * kWidth - 1;
      const double drift = 2 * z * z * z / (kC * kC) / (2 * kWidth);
      const double diffusion = z * z * z * z / (kC * kC) / (kWidth * kWidth);
      const Y &u = y[2 * j], &v = y[2 * j + 1];
      const Y left = j == 0 ? Y(*supply) : y[2 * j - 2], right = j == kPoints - 1 ? u : y[2 * j + 2];
      const Y binding = kBinding * u * v;
      f[2 * j] = drift * (right - left) + diffusion * (left - 2.0 * u + right) - binding;
      f[2 * j + 1] = -binding;
    }
  }
};

// u at z = 0.05, 0.1, 0.2, 0.375 and 0.5, v at 0.5 and 0.6. (The published ones of u have eight digits.)
struct EndValue {
  std::int32_t unknown;
  double value;
};
constexpr std::array kEnd = {EndValue{18, 5.336893073375e-05},  EndValue{38, 0.0001112500925831},
                             EndValue{78, 0.0002339942222957},  EndValue{148, 0.0003595616025779},
                             EndValue{198, 0.0001173741296163}, EndValue{199, 6.190822024281e-06},
                             EndValue{239, 0.9999997325855}};

}  // namespace

IvpProblem MedicalAkzo() {
  const auto supply = std::make_shared<double>(2);
  const Right right{supply};
  std::vector<double> y0(2 * kPoints, 0);
  for (int j = 0; j < kPoints; ++j) y0[2 * j + 1] = 1;
  IvpProblem p = MakeOde<5>("medakzo", right, std::move(y0), 20);
  p.restarts = {kSupplyEnds};
  p.make_consistent = [supply, right](double t, std::span<double> y, std::span<double> yp) {
    *supply = t < kSupplyEnds ? 2 : 0;
    right(t, y.data(), yp.data());
  };
  p.reference.assign(2 * kPoints, 0);  // those that are not compared are not given
  for (const auto& [unknown, value] : kEnd) {
    p.reference[unknown] = value;
    p.compared.push_back(unknown);
  }
  p.absolute_scale = {1e-3};
  return p;
}

}  // namespace daedalus::problems
