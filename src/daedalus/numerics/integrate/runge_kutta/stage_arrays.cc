#include "daedalus/numerics/integrate/runge_kutta/stage_arrays.h"

#include <cstring>

#include "daedalus/numerics/linear/pairs.h"

namespace daedalus::integrate {
namespace {

using Pair = linear::Two;  // of unknowns

// use.operator()<Lane>(m) for all unknowns m: with Lane = Pair for m and m + 1, else with Lane = double. In
// smaller systems a pair would be read where its halves have just been stored, for which processors wait.
template <class Use>
void ForUnknowns(std::size_t n, const Use& use) {
  constexpr std::size_t kPairsFrom = 4;
  std::size_t m = 0;
  if (n >= kPairsFrom) {
    for (; m + 2 <= n; m += 2) use.template operator()<Pair>(m);
  }
  for (; m < n; ++m) use.template operator()<double>(m);
}

template <class Lane>
Lane Load(const double* from) {
  Lane lane;
  std::memcpy(&lane, from, sizeof(Lane));
  return lane;
}

template <class Lane>
void Store(Lane lane, double* to) {
  std::memcpy(to, &lane, sizeof(Lane));
}

template <class Lane, int kStages>
void Gather(const double* stages, std::size_t n, Lane (&x)[kStages]) {
  for (int j = 0; j < kStages; ++j) x[j] = Load<Lane>(stages + j * n);
}

template <class Lane, int kStages>
void Scatter(const Lane (&x)[kStages], std::size_t n, double* stages) {
  for (int j = 0; j < kStages; ++j) Store(x[j], stages + j * n);
}

// out = factor matrix x.
template <class Lane, int kStages>
void Multiply(const double* matrix, double factor, const Lane (&x)[kStages], Lane (&out)[kStages]) {
  for (int i = 0; i < kStages; ++i) {
    Lane sum = matrix[i * kStages] * x[0];
    for (int j = 1; j < kStages; ++j) sum += matrix[i * kStages + j] * x[j];
    out[i] = factor * sum;
  }
}

// K = A^-1 Z / h and Y = y + Z for the unknown m, whose Z is given.
template <class Lane, int kStages>
void Complete(const StageTableau& tableau, double inverse_h, const Lane (&z)[kStages],
              std::span<const double> y, const StageArrays& to, std::size_t m) {
  Lane sums[kStages];
  Multiply(tableau.a_inverse.data(), inverse_h, z, sums);
  Scatter(sums, y.size(), to.k + m);
  const Lane start = Load<Lane>(y.data() + m);
  for (int i = 0; i < kStages; ++i) sums[i] = start + z[i];
  Scatter(sums, y.size(), to.y + m);
}

struct Sum {
  double single = 0;
  Pair pair = {0, 0};

  void Add(double term) { single += term; }
  void Add(Pair terms) { pair += terms; }
  double Total() const { return single + (pair[0] + pair[1]); }
};

// Z += T dW for the unknown m, and K and Y with it.
template <class Lane, int kStages>
void Advance(const StageTableau& tableau, double inverse_h, const double* dw, const double* weights,
             std::span<const double> y, const StageArrays& to, std::size_t m, Sum& sum) {
  Lane x[kStages], dz[kStages];
  Gather(dw + m, y.size(), x);
  Multiply(tableau.t.data(), 1, x, dz);
  Gather(to.z + m, y.size(), x);
  Lane square = dz[0] * dz[0];
  for (int i = 1; i < kStages; ++i) square += dz[i] * dz[i];
  const Lane weight = Load<Lane>(weights + m);
  sum.Add(square * weight * weight);
  for (int i = 0; i < kStages; ++i) x[i] += dz[i];
  Scatter(x, y.size(), to.z + m);
  Complete(tableau, inverse_h, x, y, to, m);
}

}  // namespace

void MixStages(const StageTableau& tableau, const StageTableau::Matrix& matrix, double factor,
               const double* in, double* out, std::size_t n) {
  WithStages(tableau.stages, [&]<int kStages>() {
    ForUnknowns(n, [&]<class Lane>(std::size_t m) {
      Lane x[kStages], sums[kStages];
      Gather(in + m, n, x);
      Multiply(matrix.data(), factor, x, sums);
      Scatter(sums, n, out + m);
    });
  });
}

void CompleteStages(const StageTableau& tableau, double h, std::span<const double> y, const StageArrays& to) {
  WithStages(tableau.stages, [&]<int kStages>() {
    ForUnknowns(y.size(), [&]<class Lane>(std::size_t m) {
      Lane z[kStages];
      Gather(to.z + m, y.size(), z);
      Complete(tableau, 1 / h, z, y, to, m);
    });
  });
}

double AdvanceStages(const StageTableau& tableau, double h, std::span<const double> dw,
                     std::span<const double> weights, const std::span<const double>& y,
                     const StageArrays& to) {
  Sum sum;
  WithStages(tableau.stages, [&]<int kStages>() {
    ForUnknowns(y.size(), [&]<class Lane>(std::size_t m) {
      Advance<Lane, kStages>(tableau, 1 / h, dw.data(), weights.data(), y, to, m, sum);
    });
  });
  return sum.Total();
}

}  // namespace daedalus::integrate
