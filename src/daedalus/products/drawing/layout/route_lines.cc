#include "daedalus/products/drawing/layout/route_lines.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <queue>

namespace daedalus::drawing {
namespace {

constexpr double kMargin = 30.0;  // around everything
constexpr std::size_t kMostCells = 400000;
constexpr std::size_t kMostWork = 4000000;  // states of the search, of all lines together
constexpr std::size_t kMostWorkOfLine = 100000;

struct Cell {
  int x = 0, y = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};
constexpr std::array<Cell, 4> kSteps = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

// In hundredths of a cell.
constexpr std::uint32_t kStepCost = 100, kBendCost = 600, kNearCost = 150, kShareCost = 800, kCrossCost = 250;

class Router {
 public:
  Router(const std::vector<Extent>& boxes, const std::vector<LineToRoute>& lines) {
    Bounds bounds;
    for (const Extent& box : boxes) {
      bounds.Add(box.from);
      bounds.Add(box.to);
    }
    for (const LineToRoute& line : lines) {
      bounds.Add(line.from.at);
      bounds.Add(line.to.at);
    }
    const Extent& e = bounds.extent();
    const double width = e.Width() + 2.0 * kMargin, height = e.Height() + 2.0 * kMargin;
    pitch_ = std::max(2.0, std::sqrt(width * height / static_cast<double>(kMostCells)));
    origin_ = {std::floor((e.Left() - kMargin) / pitch_) * pitch_,
               std::floor((e.Bottom() - kMargin) / pitch_) * pitch_};
    width_ = static_cast<int>(width / pitch_) + 2;
    height_ = static_cast<int>(height / pitch_) + 2;
    const std::size_t cells = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
    block_.assign(cells, Block::kFree);
    horizontal_.assign(cells, 0);
    vertical_.assign(cells, 0);
    cost_.assign(4 * cells, 0);
    round_.assign(4 * cells, 0);
    came_from_.assign(4 * cells, 0);
    for (const Extent& box : boxes) Mark(box, 4.0, Block::kNear);
    for (const Extent& box : boxes) Mark(box, 0.0, Block::kBox);
  }

  std::vector<Point> Route(const LineToRoute& line) {
    const auto cells = Search(line);
    if (!cells) return Steps(line);
    Occupy(*cells, line.from.net);
    return ToPoints(*cells, line);
  }

 private:
  enum class Block : std::uint8_t { kFree, kNear, kBox };

  Cell CellOf(Point p) const {
    return {static_cast<int>(std::lround((p.x - origin_.x) / pitch_)),
            static_cast<int>(std::lround((p.y - origin_.y) / pitch_))};
  }
  Point PointOf(Cell c) const { return {origin_.x + pitch_ * c.x, origin_.y + pitch_ * c.y}; }
  bool IsInside(Cell c) const { return c.x >= 0 && c.y >= 0 && c.x < width_ && c.y < height_; }
  std::size_t Index(Cell c) const {
    return static_cast<std::size_t>(c.y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(c.x);
  }

  void Mark(const Extent& box, double margin, Block block) {
    const Cell low = CellOf({box.Left() - margin, box.Bottom() - margin});
    const Cell high = CellOf({box.Right() + margin, box.Top() + margin});
    for (int y = std::max(0, low.y); y <= std::min(height_ - 1, high.y); ++y) {
      for (int x = std::max(0, low.x); x <= std::min(width_ - 1, high.x); ++x) block_[Index({x, y})] = block;
    }
  }

  static std::optional<std::size_t> DirectionOf(Point d) {
    for (std::size_t i = 0; i < kSteps.size(); ++i) {
      if (d.x * kSteps[i].x + d.y * kSteps[i].y > 0.5) return i;
    }
    return std::nullopt;
  }

  // Terminals stand on or in boxes: the line first goes straight out of the box.
  Cell OutOfBox(Cell c, std::optional<std::size_t> direction) const {
    if (!direction) return c;
    const Cell step = kSteps[*direction];
    for (int k = 0; k < 200; ++k) {
      const Cell next{c.x + step.x, c.y + step.y};
      if (!IsInside(next)) return c;
      c = next;
      if (block_[Index(c)] != Block::kBox) return c;
    }
    return c;
  }

  std::uint32_t CostOf(Cell c, std::size_t direction, std::size_t net) const {
    const std::size_t i = Index(c);
    const bool is_horizontal = direction % 2 == 0;
    const auto along = is_horizontal ? horizontal_[i] : vertical_[i];
    const auto across = is_horizontal ? vertical_[i] : horizontal_[i];
    const auto own = static_cast<std::uint32_t>(net + 1);
    std::uint32_t cost = kStepCost;
    if (block_[i] == Block::kNear) cost += kNearCost;
    if (along != 0 && along != own) cost += kShareCost;
    if (across != 0 && across != own) cost += kCrossCost;
    return cost;
  }

  std::optional<std::vector<Cell>> Search(const LineToRoute& line) {
    const auto leave = DirectionOf(line.from.direction), arrive = DirectionOf(line.to.direction);
    const Cell first = CellOf(line.from.at), last = CellOf(line.to.at);
    const Cell start = OutOfBox(first, leave), goal = OutOfBox(last, arrive);
    if (!IsInside(start) || !IsInside(goal)) return std::nullopt;
    ++now_;
    using Entry = std::pair<std::uint32_t, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    const auto estimate = [&](Cell c) {
      return kStepCost * static_cast<std::uint32_t>(std::abs(c.x - goal.x) + std::abs(c.y - goal.y));
    };
    for (std::size_t d = 0; d < 4; ++d) {
      const std::size_t state = 4 * Index(start) + d;
      round_[state] = now_;
      cost_[state] = leave && *leave != d ? kBendCost : 0;
      came_from_[state] = state;
      open.push({cost_[state] + estimate(start), state});
    }
    std::size_t work = 0;
    while (!open.empty()) {
      const auto [priority, state] = open.top();
      open.pop();
      const std::size_t direction = state % 4, index = state / 4;
      const Cell c{static_cast<int>(index % static_cast<std::size_t>(width_)),
                   static_cast<int>(index / static_cast<std::size_t>(width_))};
      if (priority > cost_[state] + estimate(c)) continue;  // a cheaper way was found since
      if (c == goal) return Path(state, first, last);
      if (++work > kMostWorkOfLine || ++work_ > kMostWork) return std::nullopt;
      for (std::size_t d = 0; d < 4; ++d) {
        if (d == (direction + 2) % 4) continue;
        const Cell next{c.x + kSteps[d].x, c.y + kSteps[d].y};
        if (!IsInside(next)) continue;
        if (block_[Index(next)] == Block::kBox && !(next == goal)) continue;
        std::uint32_t cost = cost_[state] + CostOf(next, d, line.from.net) + (d == direction ? 0 : kBendCost);
        if (next == goal && arrive && d != (*arrive + 2) % 4) cost += kBendCost;
        const std::size_t to = 4 * Index(next) + d;
        if (round_[to] == now_ && cost_[to] <= cost) continue;
        round_[to] = now_;
        cost_[to] = cost;
        came_from_[to] = state;
        open.push({cost + estimate(next), to});
      }
    }
    return std::nullopt;
  }

  std::vector<Cell> Path(std::size_t state, Cell first, Cell last) const {
    std::vector<Cell> cells{last};
    for (;; state = came_from_[state]) {
      const std::size_t index = state / 4;
      cells.push_back({static_cast<int>(index % static_cast<std::size_t>(width_)),
                       static_cast<int>(index / static_cast<std::size_t>(width_))});
      if (came_from_[state] == state) break;
    }
    cells.push_back(first);
    std::reverse(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
  }

  void Occupy(const std::vector<Cell>& cells, std::size_t net) {
    const auto own = static_cast<std::uint32_t>(net + 1);
    for (std::size_t k = 0; k + 1 < cells.size(); ++k) {
      const bool is_horizontal = cells[k].y == cells[k + 1].y;
      for (const Cell c : {cells[k], cells[k + 1]}) (is_horizontal ? horizontal_ : vertical_)[Index(c)] = own;
    }
  }

  // The corners, moved so that the line begins and ends exactly at its terminals.
  std::vector<Point> ToPoints(const std::vector<Cell>& cells, const LineToRoute& line) const {
    std::vector<Point> points;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const bool is_corner = k == 0 || k + 1 == cells.size() ||
                             (cells[k].x - cells[k - 1].x) * (cells[k + 1].y - cells[k].y) !=
                                 (cells[k].y - cells[k - 1].y) * (cells[k + 1].x - cells[k].x);
      if (is_corner) points.push_back(PointOf(cells[k]));
    }
    if (points.size() < 3) return Steps(line);
    const auto fit = [](Point end, Point& first, Point& second) {
      const bool is_horizontal = first.y == second.y;
      first = end;
      (is_horizontal ? second.y : second.x) = is_horizontal ? end.y : end.x;
    };
    const std::size_t n = points.size();
    if (n == 3) {
      // Both segments include the corner.
      const bool is_horizontal = points[0].y == points[1].y;
      points[1] = is_horizontal ? Point{line.to.at.x, line.from.at.y} : Point{line.from.at.x, line.to.at.y};
      points[0] = line.from.at;
      points[2] = line.to.at;
      return points;
    }
    fit(line.from.at, points[0], points[1]);
    fit(line.to.at, points[n - 1], points[n - 2]);
    return points;
  }

  // A straight line, or one step half-way.
  static std::vector<Point> Steps(const LineToRoute& line) {
    const Point a = line.from.at, b = line.to.at;
    if (a.x == b.x || a.y == b.y) return {a, b};
    const bool is_vertical = line.from.direction.x == 0.0 && line.from.direction.y != 0.0;
    const Point middle = Midpoint(a, b);
    if (is_vertical) return {a, {a.x, middle.y}, {b.x, middle.y}, b};
    return {a, {middle.x, a.y}, {middle.x, b.y}, b};
  }

  double pitch_ = 2.0;
  Point origin_;
  int width_ = 0, height_ = 0;
  std::vector<Block> block_;
  std::vector<std::uint32_t> horizontal_, vertical_;  // the net of the line there, plus 1; 0: none
  std::vector<std::uint32_t> cost_, round_;           // by state; valid if its round is the present one
  std::vector<std::size_t> came_from_;
  std::uint32_t now_ = 0;
  std::size_t work_ = 0;
};

}  // namespace

std::vector<std::vector<Point>> RouteLines(const std::vector<Extent>& boxes,
                                           const std::vector<LineToRoute>& lines) {
  std::vector<std::vector<Point>> routes(lines.size());
  if (lines.empty()) return routes;
  Router router(boxes, lines);
  std::vector<std::size_t> order(lines.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto length = [&](std::size_t i) {
    const Point d = lines[i].to.at - lines[i].from.at;
    return std::abs(d.x) + std::abs(d.y);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return length(a) < length(b); });
  for (const std::size_t i : order) routes[i] = router.Route(lines[i]);
  return routes;
}

}  // namespace daedalus::drawing
