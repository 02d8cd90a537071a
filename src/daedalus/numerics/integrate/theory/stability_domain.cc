#include "daedalus/numerics/integrate/theory/stability_domain.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace daedalus::integrate::theory {
namespace {

constexpr int kFineNodes = 160;
constexpr int kCoarseNodes = 64;

// n x n nodes in the window, n even: node (i, j) is column i from the left, row j from below, at odd
// multiples of half a cell from both axes. Points beyond the last nodes count as `outside`.
class Grid {
 public:
  Grid(const Amplification& amplification, const PlaneWindow& window, int n)
      : amplification_(amplification),
        n_(n),
        step_(2 * window.half_width / n),
        first_column_(std::floor((window.center - window.half_width) / step_) + 0.5),
        stable_(static_cast<std::size_t>(n) * static_cast<std::size_t>(n)) {
    for (int j = n / 2; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const char stable = IsStableAt(amplification, Point(i, j)) ? 1 : 0;
        stable_[Index(i, j)] = stable_[Index(i, n - 1 - j)] = stable;
      }
    }
  }

  int num_nodes() const { return n_; }
  Complex Point(double i, double j) const {
    return {(first_column_ + i) * step_, (j - 0.5 * (n_ - 1)) * step_};
  }
  bool IsInside(int i, int j) const { return i >= 0 && j >= 0 && i < n_ && j < n_; }
  bool IsStable(int i, int j) const { return IsInside(i, j) ? stable_[Index(i, j)] != 0 : outside_; }
  bool IsStableBetween(double i, double j) const { return IsStableAt(amplification_, Point(i, j)); }
  void set_outside(bool stable) { outside_ = stable; }

  // Of the nodes around the edge, how many are stable?
  int CountStableOnEdge() const {
    int count = 0;
    for (int k = 0; k + 1 < n_; ++k) {
      count += IsStable(k, 0) + IsStable(n_ - 1, k) + IsStable(k + 1, n_ - 1) + IsStable(0, k + 1);
    }
    return count;
  }
  int num_on_edge() const { return 4 * (n_ - 1); }

 private:
  std::size_t Index(int i, int j) const { return static_cast<std::size_t>(j * n_ + i); }

  const Amplification& amplification_;
  int n_;
  double step_, first_column_;
  std::vector<char> stable_;
  bool outside_ = false;
};

// Where the boundary crosses the edges of the grid, and which crossings follow each other.
class BoundaryTracer {
 public:
  explicit BoundaryTracer(const Grid& grid)
      : grid_(grid), width_(grid.num_nodes() + 2), links_(static_cast<std::size_t>(2 * width_ * width_)) {
    for (int j = -1; j < grid.num_nodes(); ++j) {
      for (int i = -1; i < grid.num_nodes(); ++i) LinkCell(i, j);
    }
  }

  // Every crossing has exactly two neighbours, because all is alike beyond the grid: the curves are closed.
  std::vector<std::vector<Complex>> Curves() {
    std::vector<std::vector<Complex>> out;
    for (int first = 0; first < static_cast<int>(links_.size()); ++first) {
      if (Links(first).count == 0) continue;
      out.emplace_back();
      int edge = first, previous = -1;
      do {
        out.back().push_back(Crossing(edge));
        const std::array<int, 2> next = Links(edge).edges;
        Links(edge).count = 0;
        const int following = next[0] != previous ? next[0] : next[1];
        previous = edge;
        edge = following;
      } while (edge != first && Links(edge).count != 0);
    }
    return out;
  }

 private:
  struct LinkPair {
    std::array<int, 2> edges = {-1, -1};
    int count = 0;
  };

  // Edges are numbered by their lower or left node; horizontal ones are even.
  int Horizontal(int i, int j) const { return 2 * ((j + 1) * width_ + i + 1); }
  int Vertical(int i, int j) const { return Horizontal(i, j) + 1; }
  LinkPair& Links(int edge) { return links_[static_cast<std::size_t>(edge)]; }

  void Link(int a, int b) {
    LinkPair &first = Links(a), &second = Links(b);
    first.edges[static_cast<std::size_t>(first.count++)] = b;
    second.edges[static_cast<std::size_t>(second.count++)] = a;
  }

  void LinkCell(int i, int j) {
    const bool low_left = grid_.IsStable(i, j), low_right = grid_.IsStable(i + 1, j);
    const bool high_left = grid_.IsStable(i, j + 1), high_right = grid_.IsStable(i + 1, j + 1);
    const int bottom = Horizontal(i, j), top = Horizontal(i, j + 1);
    const int left = Vertical(i, j), right = Vertical(i + 1, j);
    if (low_left == high_right && low_right == high_left && low_left != low_right) {  // a saddle
      const bool joins_low_left = grid_.IsStableBetween(i + 0.5, j + 0.5) == low_left;
      Link(bottom, joins_low_left ? right : left);
      Link(top, joins_low_left ? left : right);
      return;
    }
    std::array<int, 4> crossed{};
    std::size_t count = 0;
    if (low_left != low_right) crossed[count++] = bottom;
    if (low_right != high_right) crossed[count++] = right;
    if (high_left != high_right) crossed[count++] = top;
    if (low_left != high_left) crossed[count++] = left;
    if (count == 2) Link(crossed[0], crossed[1]);
  }

  Complex Crossing(int edge) const {
    const int i = (edge / 2) % width_ - 1, j = (edge / 2) / width_ - 1;
    const int di = edge % 2 == 0 ? 1 : 0, dj = 1 - di;
    if (!grid_.IsInside(i, j)) return grid_.Point(i + di, j + dj);
    if (!grid_.IsInside(i + di, j + dj)) return grid_.Point(i, j);
    double low = 0, high = 1;
    for (int k = 0; k < 14; ++k) {
      const double middle = (low + high) / 2;
      (grid_.IsStableBetween(i + di * middle, j + dj * middle) == grid_.IsStable(i, j) ? low : high) = middle;
    }
    return grid_.Point(i + di * low, j + dj * low);
  }

  const Grid& grid_;
  int width_;
  std::vector<LinkPair> links_;
};

// Is all of the edge of a window around the origin stable, or all of it not? The upper half decides.
bool IsAlikeAround(const Amplification& amplification, double half_width, bool stable) {
  for (int i = 0; i <= kCoarseNodes; ++i) {
    const double along = half_width * (2.0 * i / kCoarseNodes - 1), up = (half_width + along) / 2;
    for (const Complex z : {Complex(along, half_width), Complex(half_width, up), Complex(-half_width, up)}) {
      if (IsStableAt(amplification, z) != stable) return false;
    }
  }
  return true;
}

// The boundary's extent, with some room around it, and the origin in view.
PlaneWindow WindowAround(const std::vector<std::vector<Complex>>& curves) {
  double left = 0, right = 0, top = 0;
  for (const std::vector<Complex>& curve : curves) {
    for (const Complex z : curve) {
      left = std::min(left, z.real());
      right = std::max(right, z.real());
      top = std::max(top, z.imag());
    }
  }
  constexpr double kRoom = 1.3;
  const double width = right - left;
  const double half = kRoom * std::max(width / 2, top);
  // Show at least a quarter of the window on both sides of the imaginary axis.
  const double center = std::clamp((left + right) / 2, -half / 2, half / 2);
  return {center, std::max(half, kRoom * std::max(right - center, center - left))};
}

}  // namespace

PlaneWindow FindWindow(const Amplification& amplification) {
  constexpr double kSmallest = 0.05, kLargest = 80, kFactor = 1.5;
  constexpr PlaneWindow kUnbounded{0, 5};
  for (double half = kSmallest; half < kLargest; half *= kFactor) {
    const bool stable = IsStableAt(amplification, {half, 0});
    if (!IsAlikeAround(amplification, half, stable)) continue;
    Grid grid(amplification, {0, half}, kCoarseNodes);
    grid.set_outside(stable);
    return WindowAround(BoundaryTracer(grid).Curves());
  }
  return kUnbounded;
}

PlaneWindow Enclose(const PlaneWindow& a, const PlaneWindow& b) {
  const double left = std::min(a.center - a.half_width, b.center - b.half_width);
  const double right = std::max(a.center + a.half_width, b.center + b.half_width);
  return {(left + right) / 2, std::max({(right - left) / 2, a.half_width, b.half_width})};
}

StabilityDomain TraceStabilityDomain(const Amplification& amplification, const PlaneWindow& window) {
  Grid grid(amplification, window, kFineNodes);
  const int stable = grid.CountStableOnEdge();
  StabilityDomain out;
  out.window = window;
  out.stable_outside = stable == grid.num_on_edge();
  out.leaves_window = stable != 0 && !out.stable_outside;
  grid.set_outside(out.stable_outside);
  out.boundary = BoundaryTracer(grid).Curves();
  return out;
}

std::vector<double> DampingAt(const Amplification& amplification, const std::vector<double>& x) {
  std::vector<double> out;
  for (const double value : x) out.push_back(-std::log(GrowthOf(amplification, -value)));
  return out;
}

}  // namespace daedalus::integrate::theory
