#include "functions_in_c.h"

#include <math.h>

static double Polynomial(const double* c, double x) {
  double y = 0.0;
  for (int i = 12; i >= 0; --i) y = y * x + c[i];
  return y;
}

void bisection_in_c(const double* in, double* out) {
  double low = in[13], high = in[14];
  const double at_low = Polynomial(in, low);
  while (high - low > 1e-12) {
    const double middle = 0.5 * (low + high);
    const double value = Polynomial(in, middle);
    if (value * at_low > 0.0) {
      low = middle;
    } else {
      high = middle;
    }
  }
  out[0] = 0.5 * (low + high);
}

enum { kRows = 12 };

void solve_in_c(const double* in, double* out) {
  double a[kRows][kRows], y[kRows];
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kRows; ++j) a[i][j] = in[i * kRows + j];
    y[i] = in[kRows * kRows + i];
  }
  for (int k = 0; k < kRows - 1; ++k) {
    int p = k;
    for (int i = k + 1; i < kRows; ++i)
      if (fabs(a[i][k]) > fabs(a[p][k])) p = i;
    for (int j = 0; j < kRows; ++j) {
      const double t = a[k][j];
      a[k][j] = a[p][j];
      a[p][j] = t;
    }
    const double t = y[k];
    y[k] = y[p];
    y[p] = t;
    for (int i = k + 1; i < kRows; ++i) {
      const double m = a[i][k] / a[k][k];
      for (int j = k; j < kRows; ++j) a[i][j] = a[i][j] - m * a[k][j];
      y[i] = y[i] - m * y[k];
    }
  }
  for (int k = kRows - 1; k >= 0; --k) {
    double s = y[k];
    for (int j = k + 1; j < kRows; ++j) s = s - a[k][j] * out[j];
    out[k] = s / a[k][k];
  }
}

static double Table(double u) {
  static double x[65], y[65];
  static int is_filled = 0;
  if (!is_filled) {
    for (int i = 0; i <= 64; ++i) {
      x[i] = i * i / 64.0;
      y[i] = (i * 37 % 101) / 8.0;
    }
    is_filled = 1;
  }
  int low = 0, high = 64;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (x[middle] <= u) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return y[low] + (y[high] - y[low]) * (u - x[low]) / (x[high] - x[low]);
}

void lookup_in_c(const double* in, double* out) {
  double sum = 0.0;
  for (int k = 1; k <= in[1]; ++k) sum = sum + Table(in[0] * k);
  out[0] = sum;
}

void rod_in_c(const double* in, double* out) {
  double next[64];
  for (int i = 0; i < 64; ++i) {
    out[i] = in[i];
    next[i] = in[i];
  }
  for (int k = 0; k < 100; ++k) {
    for (int i = 1; i < 63; ++i) next[i] = out[i] + in[64] * (out[i - 1] - 2.0 * out[i] + out[i + 1]);
    for (int i = 1; i < 63; ++i) out[i] = next[i];
  }
}
