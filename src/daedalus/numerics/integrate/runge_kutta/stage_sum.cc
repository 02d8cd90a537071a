#include "daedalus/numerics/integrate/runge_kutta/stage_sum.h"

#include <cstddef>

#include "daedalus/base/check.h"

namespace daedalus::integrate {
namespace {

template <std::size_t kTerms>
void Add(const double* weights, std::size_t n, const double* __restrict stages, const double* base,
         double* out) {
  double w[kTerms + 1];
  for (std::size_t j = 0; j < kTerms; ++j) w[j] = weights[j];
  for (std::size_t i = 0; i < n; ++i) {
    double sum = base[i];
    for (std::size_t j = 0; j < kTerms; ++j) sum += w[j] * stages[j * n + i];
    out[i] = sum;
  }
}

using AddFunction = void (*)(const double*, std::size_t, const double*, const double*, double*);
constexpr AddFunction kAdd[kMaxSummedStages + 1] = {Add<0>,  Add<1>,  Add<2>,  Add<3>,  Add<4>,  Add<5>,
                                                    Add<6>,  Add<7>,  Add<8>,  Add<9>,  Add<10>, Add<11>,
                                                    Add<12>, Add<13>, Add<14>, Add<15>, Add<16>};

}  // namespace

void AddStages(std::span<const double> weights, std::span<const double> stages, std::span<const double> base,
               std::span<double> out) {
  DAEDALUS_CHECK(weights.size() <= kMaxSummedStages, "the sum is unrolled for few stages");
  kAdd[weights.size()](weights.data(), out.size(), stages.data(), base.data(), out.data());
}

}  // namespace daedalus::integrate
