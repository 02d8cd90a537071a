#include "daedalus/numerics/linear/sundials/vector.h"

#include <algorithm>
#include <cmath>

namespace daedalus::linear {
namespace {

constexpr std::size_t kParts = 8;

struct Array {
  explicit Array(N_Vector v) : data(NV_DATA_S(v)), size(static_cast<std::size_t>(NV_LENGTH_S(v))) {}
  double* data;
  std::size_t size;
};

// Sum of term(i) over 0 .. n-1 in interleaved parts.
template <class Term>
double InterleavedSum(std::size_t n, Term term) {
  double parts[kParts] = {};
  std::size_t i = 0;
  for (; i + kParts <= n; i += kParts) {
    for (std::size_t k = 0; k < kParts; ++k) parts[k] += term(i + k);
  }
  double sum = 0;
  for (; i < n; ++i) sum += term(i);
  for (const double part : parts) sum += part;
  return sum;
}

// z[i] = f(i); z may be one of the arrays that f reads at i.
template <class F>
void Assign(N_Vector z, F f) {
  const Array out(z);
  for (std::size_t i = 0; i < out.size; ++i) out.data[i] = f(i);
}

void LinearSum(double a, N_Vector x, double b, N_Vector y, N_Vector z) {
  const double *u = NV_DATA_S(x), *v = NV_DATA_S(y);
  if (a == 1 && b == 1) return Assign(z, [=](std::size_t i) { return u[i] + v[i]; });
  if (a == 1 && b == -1) return Assign(z, [=](std::size_t i) { return u[i] - v[i]; });
  if (a == 1) return Assign(z, [=](std::size_t i) { return u[i] + b * v[i]; });
  if (b == 1) return Assign(z, [=](std::size_t i) { return a * u[i] + v[i]; });
  Assign(z, [=](std::size_t i) { return a * u[i] + b * v[i]; });
}

void Constant(double c, N_Vector z) {
  Assign(z, [=](std::size_t) { return c; });
}

void Scale(double c, N_Vector x, N_Vector z) {
  const double* u = NV_DATA_S(x);
  if (c == 1) {
    if (x != z) Assign(z, [=](std::size_t i) { return u[i]; });
    return;
  }
  Assign(z, [=](std::size_t i) { return c * u[i]; });
}

void Product(N_Vector x, N_Vector y, N_Vector z) {
  const double *u = NV_DATA_S(x), *v = NV_DATA_S(y);
  Assign(z, [=](std::size_t i) { return u[i] * v[i]; });
}

void Absolute(N_Vector x, N_Vector z) {
  const double* u = NV_DATA_S(x);
  Assign(z, [=](std::size_t i) { return std::abs(u[i]); });
}

void Inverse(N_Vector x, N_Vector z) {
  const double* u = NV_DATA_S(x);
  Assign(z, [=](std::size_t i) { return 1 / u[i]; });
}

void AddConstant(N_Vector x, double b, N_Vector z) {
  const double* u = NV_DATA_S(x);
  Assign(z, [=](std::size_t i) { return u[i] + b; });
}

double WeightedSquares(N_Vector x, N_Vector w) {
  const Array u(x), v(w);
  return InterleavedSum(u.size, [&](std::size_t i) {
    const double product = u.data[i] * v.data[i];
    return product * product;
  });
}

double WeightedRms(N_Vector x, N_Vector w) {
  return std::sqrt(WeightedSquares(x, w) / static_cast<double>(NV_LENGTH_S(x)));
}

double DotProduct(N_Vector x, N_Vector y) {
  const Array u(x), v(y);
  return InterleavedSum(u.size, [&](std::size_t i) { return u.data[i] * v.data[i]; });
}

// z = sum of c[k] x[k] in one pass. z may be x[0], and no other of them (the rule of SUNDIALS).
int LinearCombination(int num, double* c, N_Vector* x, N_Vector z) {
  const Array out(z);
  constexpr std::size_t kBlock =
      512;  // a block of the result stays in the nearest cache while the terms pass by
  for (std::size_t begin = 0; begin < out.size; begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, out.size);
    const double* first = NV_DATA_S(x[0]);
    for (std::size_t i = begin; i < end; ++i) out.data[i] = c[0] * first[i];
    for (int k = 1; k < num; ++k) {
      const double* term = NV_DATA_S(x[k]);
      const double factor = c[k];
      for (std::size_t i = begin; i < end; ++i) out.data[i] += factor * term[i];
    }
  }
  return 0;
}

VectorHandle WithOurLoops(N_Vector v) {
  v->ops->nvlinearsum = LinearSum;
  v->ops->nvconst = Constant;
  v->ops->nvscale = Scale;
  v->ops->nvprod = Product;
  v->ops->nvabs = Absolute;
  v->ops->nvinv = Inverse;
  v->ops->nvaddconst = AddConstant;
  v->ops->nvdotprod = DotProduct;
  v->ops->nvwrmsnorm = WeightedRms;
  v->ops->nvwsqrsumlocal = WeightedSquares;
  v->ops->nvlinearcombination = LinearCombination;
  return VectorHandle(v);
}

}  // namespace

VectorHandle NewVector(std::int32_t n, SUNContext context) {
  return WithOurLoops(N_VNew_Serial(n, context));
}

VectorHandle NewShellVector(std::int32_t n, SUNContext context) {
  return WithOurLoops(N_VNewEmpty_Serial(n, context));
}

}  // namespace daedalus::linear
