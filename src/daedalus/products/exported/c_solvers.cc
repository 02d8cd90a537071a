#include "daedalus/products/exported/c_solvers.h"

namespace daedalus::exported {
namespace {

constexpr const char* kFull =
    R"(/* Solves a x = b by elimination with row pivoting; x replaces b. 0: a pivot is zero. */
static int solve(int n, double *a, double *b) {
  int i, j, k;
  for (k = 0; k < n; ++k) {
    int row = k;
    for (i = k + 1; i < n; ++i) {
      if (fabs(a[i * n + k]) > fabs(a[row * n + k])) row = i;
    }
    if (!(fabs(a[row * n + k]) > 0.0)) return 0;
    for (j = k; j < n && row != k; ++j) {
      const double other = a[k * n + j];
      a[k * n + j] = a[row * n + j];
      a[row * n + j] = other;
    }
    if (row != k) {
      const double other = b[k];
      b[k] = b[row];
      b[row] = other;
    }
    for (i = k + 1; i < n; ++i) {
      const double factor = a[i * n + k] / a[k * n + k];
      for (j = k + 1; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (k = n - 1; k >= 0; --k) {
    for (j = k + 1; j < n; ++j) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
  return 1;
}

)";

// Column by column from the left, as in linear/known_pivots.h.
constexpr const char* kSparse =
    R"(/* Solves a x = b in a fixed pattern, columns and rows in the order of the pivots, entries to come included: column j has the entries
   starts[j] to starts[j + 1], its pivot at diagonals[j]. x replaces b; `column` is for work. 0: a pivot vanishes. */
static int solve_pattern(int n, const int *starts, const int *rows, const int *diagonals, double *a, double *column, double *b) {
  int j, e, l;
  for (j = 0; j < n; ++j) {
    double size = 0.0;
    for (e = starts[j]; e < starts[j + 1]; ++e) {
      column[rows[e]] = a[e];
      if (fabs(a[e]) > size) size = fabs(a[e]);
    }
    for (e = starts[j]; e < diagonals[j]; ++e) {
      const int k = rows[e];
      const double upper = column[k];
      for (l = diagonals[k] + 1; l < starts[k + 1]; ++l) column[rows[l]] -= a[l] * upper;
    }
    for (e = starts[j]; e < starts[j + 1]; ++e) a[e] = column[rows[e]];
    if (!(fabs(a[diagonals[j]]) > 1e-14 * size)) return 0;
    for (e = diagonals[j] + 1; e < starts[j + 1]; ++e) a[e] /= a[diagonals[j]];
  }
  for (j = 0; j < n; ++j) {
    for (e = diagonals[j] + 1; e < starts[j + 1]; ++e) b[rows[e]] -= a[e] * b[j];
  }
  for (j = n - 1; j >= 0; --j) {
    b[j] /= a[diagonals[j]];
    for (e = starts[j]; e < diagonals[j]; ++e) b[rows[e]] -= a[e] * b[j];
  }
  return 1;
}

)";

constexpr const char* kLeastSquares =
    R"(/* a = L U with the rows exchanged as `order` says. 0: a pivot is zero. */
static int factor(int n, double *a, int *order) {
  int i, j, k;
  for (k = 0; k < n; ++k) {
    int row = k;
    for (i = k + 1; i < n; ++i) {
      if (fabs(a[i * n + k]) > fabs(a[row * n + k])) row = i;
    }
    order[k] = row;
    if (!(fabs(a[row * n + k]) > 0.0)) return 0;
    for (j = 0; j < n && row != k; ++j) {
      const double other = a[k * n + j];
      a[k * n + j] = a[row * n + j];
      a[row * n + j] = other;
    }
    for (i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      for (j = k + 1; j < n; ++j) a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
  return 1;
}
static void exchange(double *b, int i, int j) {
  const double other = b[i];
  b[i] = b[j];
  b[j] = other;
}
static void solve_factored(int n, const double *a, const int *order, double *b) {
  int i, k;
  for (k = 0; k < n; ++k) exchange(b, k, order[k]);
  for (k = 0; k < n; ++k) {
    for (i = 0; i < k; ++i) b[k] -= a[k * n + i] * b[i];
  }
  for (k = n - 1; k >= 0; --k) {
    for (i = k + 1; i < n; ++i) b[k] -= a[k * n + i] * b[i];
    b[k] /= a[k * n + k];
  }
}
static void solve_transposed(int n, const double *a, const int *order, double *b) {
  int i, k;
  for (k = 0; k < n; ++k) {
    for (i = 0; i < k; ++i) b[k] -= a[i * n + k] * b[i];
    b[k] /= a[k * n + k];
  }
  for (k = n - 1; k >= 0; --k) {
    for (i = k + 1; i < n; ++i) b[k] -= a[i * n + k] * b[i];
  }
  for (k = n - 1; k >= 0; --k) exchange(b, k, order[k]);
}

/* b by the reflection that decompose() has left in column k. */
static void reflect(int rows, int columns, const double *a, const double *scale, int k, double *b, int stride) {
  double sum = b[k * stride];
  int i;
  for (i = k + 1; i < rows; ++i) sum += a[i * columns + k] * b[i * stride];
  sum *= scale[k];
  b[k * stride] -= sum;
  for (i = k + 1; i < rows; ++i) b[i * stride] -= a[i * columns + k] * sum;
}
/* a = Q R by reflections (Householder): R stands on and above the diagonal, what they are made of below. */
static void decompose(int rows, int columns, double *a, double *scale) {
  int i, j, k;
  for (k = 0; k < columns && k < rows; ++k) {
    double size = 0.0, length = 0.0, first;
    scale[k] = 0.0;
    for (i = k; i < rows; ++i) {
      if (fabs(a[i * columns + k]) > size) size = fabs(a[i * columns + k]);
    }
    if (!(size > 0.0)) continue;
    for (i = k; i < rows; ++i) length += (a[i * columns + k] / size) * (a[i * columns + k] / size);
    length = a[k * columns + k] > 0.0 ? -size * sqrt(length) : size * sqrt(length);
    first = a[k * columns + k] - length;
    scale[k] = -first / length;
    for (i = k + 1; i < rows; ++i) a[i * columns + k] /= first;
    a[k * columns + k] = length;
    for (j = k + 1; j < columns; ++j) reflect(rows, columns, a, scale, k, a + j, columns);
  }
}
/* The e of length m that makes |e|^2 + |V e - s|^2 least, where v is the transposed of V (m rows, p columns). By two orthogonal
   decompositions, of v = Q R and of R^T over I; `stacked` has room for (p + r) r numbers, `scale` for p + r and `right` for p + r, r the lesser of m and p. */
static void compromise(int m, int p, double *v, const double *s, double *e, double *stacked, double *scale, double *right) {
  const int r = m < p ? m : p;
  int i, j, k;
  decompose(m, p, v, scale);
  for (i = 0; i < p + r; ++i) {
    for (j = 0; j < r; ++j) stacked[i * r + j] = i < p ? (j <= i ? v[j * p + i] : 0.0) : (i - p == j ? 1.0 : 0.0);
    right[i] = i < p ? s[i] : 0.0;
  }
  decompose(p + r, r, stacked, scale + p);
  for (k = 0; k < r; ++k) reflect(p + r, r, stacked, scale + p, k, right, 1);
  for (k = r - 1; k >= 0; --k) {
    for (j = k + 1; j < r; ++j) right[k] -= stacked[k * r + j] * right[j];
    right[k] /= stacked[k * r + k];
  }
  for (i = 0; i < m; ++i) e[i] = i < r ? right[i] : 0.0;
  for (k = r - 1; k >= 0; --k) reflect(m, p, v, scale, k, e, 1);
}
/* One step of Gauss and Newton: f becomes the step. n equations f with the matrix a, m of which yield: yield_rows[i] by units of yield_units[i];
   p invariants g with the gradients ga and weights. sizes[c]: the most that a unit has ever changed in invariant c. `work`: m p + p + m + (p + r) (r + 2). */
static int step_of_least_squares(int n, int p, int m, double *a, double *ga, double *f, const double *g, const double *weights,
                                 const int *yield_rows, const double *yield_units, double *sizes, int *order, double *correction, double *work) {
  const int r = m < p ? m : p;
  double *v = work, *s = v + m * p, *e = s + p, *stacked = e + m, *right = stacked + (p + r) * r, *scale = right + p + r;
  int i, j, c;
  if (!factor(n, a, order)) return 0;
  solve_factored(n, a, order, f);
  for (c = 0; c < p; ++c) {
    s[c] = g[c];
    for (j = 0; j < n; ++j) s[c] -= ga[c * n + j] * f[j];
    s[c] *= weights[c];
    solve_transposed(n, a, order, ga + c * n);
    for (i = 0; i < m; ++i) {
      const double change = ga[c * n + yield_rows[i]] * yield_units[i];
      v[i * p + c] = weights[c] * change;
      if (fabs(change) > sizes[c]) sizes[c] = fabs(change);
    }
  }
  compromise(m, p, v, s, e, stacked, scale, right);
  for (j = 0; j < n; ++j) correction[j] = 0.0;
  for (i = 0; i < m; ++i) correction[yield_rows[i]] = yield_units[i] * e[i];
  solve_factored(n, a, order, correction);
  for (j = 0; j < n; ++j) f[j] += correction[j];
  return 1;
}

)";

}  // namespace

std::string CSolversFor(const std::string& text) {
  const auto calls = [&](const char* call) { return text.find(call) != std::string::npos; };
  std::string out;
  if (calls(" solve(") || calls("!solve(")) out += kFull;
  if (calls("solve_pattern(")) out += kSparse;
  if (calls("step_of_least_squares(")) out += kLeastSquares;
  return out;
}

}  // namespace daedalus::exported
