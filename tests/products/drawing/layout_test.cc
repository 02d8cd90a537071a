#include <gtest/gtest.h>

#include <random>

#include "daedalus/products/drawing/layout/layered_layout.h"
#include "daedalus/products/drawing/layout/route_lines.h"

namespace daedalus::drawing {
namespace {

bool DoOverlap(Point a, const LayoutBox& x, Point b, const LayoutBox& y) {
  return std::abs(a.x - b.x) < 0.5 * (x.width + y.width) && std::abs(a.y - b.y) < 0.5 * (x.height + y.height);
}

std::size_t CountOverlaps(const std::vector<LayoutBox>& boxes, const std::vector<Point>& at) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    for (std::size_t k = i + 1; k < at.size(); ++k)
      count += DoOverlap(at[i], boxes[i], at[k], boxes[k]) ? 1 : 0;
  }
  return count;
}

TEST(LayeredLayout, AChainIsARow) {
  const std::vector<LayoutBox> boxes(4);
  const auto at = LayOut(boxes, {{0, 1}, {1, 2}, {2, 3}});
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_GT(at[i].x, at[i - 1].x + 20.0);
    EXPECT_DOUBLE_EQ(at[i].y, at[0].y);
  }
}

TEST(LayeredLayout, CyclesSelfLoopsAndNothing) {
  EXPECT_TRUE(LayOut({}, {}).empty());
  const std::vector<LayoutBox> boxes(3);
  const auto at = LayOut(boxes, {{0, 1}, {1, 2}, {2, 0}, {1, 1}});
  EXPECT_EQ(CountOverlaps(boxes, at), 0u);
}

// Two pairs that would cross in the order of the text.
TEST(LayeredLayout, CrossingsAreAvoided) {
  const std::vector<LayoutBox> boxes(4);
  const auto at = LayOut(boxes, {{0, 3}, {1, 2}, {0, 3}, {1, 2}});
  EXPECT_EQ(at[0].y > at[1].y, at[3].y > at[2].y);
}

TEST(LayeredLayout, RandomGraphsDoNotOverlap) {
  std::mt19937 random(7);
  for (int round = 0; round < 30; ++round) {
    const std::size_t n = 2 + random() % 60;
    std::vector<LayoutBox> boxes(n);
    for (LayoutBox& box : boxes) box = {10.0 + random() % 50, 10.0 + random() % 50};
    std::vector<LayoutEdge> edges;
    for (std::size_t e = random() % (2 * n); e > 0; --e) edges.push_back({random() % n, random() % n});
    EXPECT_EQ(CountOverlaps(boxes, LayOut(boxes, edges)), 0u) << round;
  }
}

TEST(LayeredLayout, LargeGraphsEnd) {
  const std::size_t n = 5000;
  std::vector<LayoutEdge> edges;
  for (std::size_t i = 0; i + 1 < n; ++i) edges.push_back({i, i + 1});
  for (std::size_t i = 0; i < n; i += 7) edges.push_back({i, (i * 31) % n});
  EXPECT_EQ(LayOut(std::vector<LayoutBox>(n), edges).size(), n);
}

bool IsOrthogonal(const std::vector<Point>& line) {
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i].x != line[i - 1].x && line[i].y != line[i - 1].y) return false;
  }
  return true;
}

TEST(RouteLines, GoesRoundABox) {
  const Extent box{{40.0, -20.0}, {60.0, 20.0}};
  const auto routes = RouteLines({box}, {{{{0.0, 0.0}, {1.0, 0.0}, 0}, {{100.0, 0.0}, {-1.0, 0.0}, 0}}});
  ASSERT_EQ(routes.size(), 1u);
  const auto& line = routes[0];
  ASSERT_GE(line.size(), 4u);
  EXPECT_EQ(line.front(), (Point{0.0, 0.0}));
  EXPECT_EQ(line.back(), (Point{100.0, 0.0}));
  EXPECT_TRUE(IsOrthogonal(line));
  for (const Point p : line) {
    const bool is_inside = p.x > 40.0 && p.x < 60.0 && std::abs(p.y) < 20.0;
    EXPECT_FALSE(is_inside);
  }
}

TEST(RouteLines, TerminalsOffTheGridAreMetExactly) {
  const auto routes = RouteLines({}, {{{{0.3, 0.7}, {1.0, 0.0}, 0}, {{50.1, 33.3}, {-1.0, 0.0}, 0}},
                                      {{{0.3, 0.7}, {0.0, 1.0}, 0}, {{50.1, 33.3}, {-1.0, 0.0}, 0}}});
  for (const auto& line : routes) {
    EXPECT_EQ(line.front(), (Point{0.3, 0.7}));
    EXPECT_EQ(line.back(), (Point{50.1, 33.3}));
    EXPECT_TRUE(IsOrthogonal(line));
  }
}

TEST(RouteLines, TheSamePlaceTwice) {
  const auto routes = RouteLines({}, {{{{5.0, 5.0}, {}, 0}, {{5.0, 5.0}, {}, 0}}});
  EXPECT_EQ(routes[0].front(), routes[0].back());
}

}  // namespace
}  // namespace daedalus::drawing
