#include "daedalus/products/drawing/layout/layered_layout.h"

#include <algorithm>
#include <numeric>

namespace daedalus::drawing {
namespace {

constexpr std::size_t kMostDummies = 20000;
constexpr int kSweeps = 12;

using Adjacency = std::vector<std::vector<std::size_t>>;

// One connected part of the graph. Boxes from `num_boxes` on are dummies (step 3).
struct LayerGraph {
  std::vector<LayoutBox> boxes;
  std::vector<LayoutEdge> edges;
  std::size_t num_boxes = 0;
  std::vector<std::size_t> layer;                // by box
  std::vector<std::vector<std::size_t>> layers;  // the boxes of each, from the top
  Adjacency before, after;                       // neighbours in the layers beside
  std::vector<std::size_t> position;             // by box, in its layer
  std::vector<Point> centers;
};

std::vector<std::vector<std::size_t>> ConnectedParts(std::size_t n, const std::vector<LayoutEdge>& edges) {
  std::vector<std::size_t> root(n);
  std::iota(root.begin(), root.end(), std::size_t{0});
  const auto find = [&](std::size_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  for (const LayoutEdge& edge : edges) {
    const std::size_t a = find(edge.from), b = find(edge.to);
    root[std::max(a, b)] = std::min(a, b);
  }
  std::vector<std::vector<std::size_t>> parts;
  std::vector<std::size_t> part_of(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t r = find(i);
    if (part_of[r] == n) {
      part_of[r] = parts.size();
      parts.emplace_back();
    }
    parts[part_of[r]].push_back(i);
  }
  return parts;
}

// Step 1, with an explicit stack: models can be deep chains.
void BreakCycles(LayerGraph& g) {
  Adjacency out(g.num_boxes);
  for (std::size_t e = 0; e < g.edges.size(); ++e) out[g.edges[e].from].push_back(e);
  enum class State : char { kNew, kOpen, kDone };
  std::vector<State> state(g.num_boxes, State::kNew);
  std::vector<char> is_reversed(g.edges.size(), 0);
  std::vector<std::pair<std::size_t, std::size_t>> stack;
  for (std::size_t start = 0; start < g.num_boxes; ++start) {
    if (state[start] != State::kNew) continue;
    state[start] = State::kOpen;
    stack.push_back({start, 0});
    while (!stack.empty()) {
      auto& [box, next] = stack.back();
      if (next == out[box].size()) {
        state[box] = State::kDone;
        stack.pop_back();
        continue;
      }
      const std::size_t e = out[box][next++];
      const std::size_t to = g.edges[e].to;
      if (state[to] == State::kOpen) is_reversed[e] = 1;
      if (state[to] != State::kNew) continue;
      state[to] = State::kOpen;
      stack.push_back({to, 0});
    }
  }
  for (std::size_t e = 0; e < g.edges.size(); ++e) {
    if (is_reversed[e] != 0) std::swap(g.edges[e].from, g.edges[e].to);
  }
}

// Step 2: layers in topological order.
void AssignLayers(LayerGraph& g) {
  Adjacency out(g.num_boxes);
  std::vector<std::size_t> missing(g.num_boxes, 0);
  for (const LayoutEdge& edge : g.edges) {
    out[edge.from].push_back(edge.to);
    ++missing[edge.to];
  }
  g.layer.assign(g.num_boxes, 0);
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < g.num_boxes; ++i) {
    if (missing[i] == 0) ready.push_back(i);
  }
  for (std::size_t k = 0; k < ready.size(); ++k) {
    for (const std::size_t to : out[ready[k]]) {
      g.layer[to] = std::max(g.layer[to], g.layer[ready[k]] + 1);
      if (--missing[to] == 0) ready.push_back(to);
    }
  }
  // A source moves next to the first box that it leads to.
  std::vector<char> has_input(g.num_boxes, 0);
  for (const LayoutEdge& edge : g.edges) has_input[edge.to] = 1;
  for (std::size_t i = 0; i < g.num_boxes; ++i) {
    if (has_input[i] != 0 || out[i].empty()) continue;
    std::size_t first = g.layer[out[i][0]];
    for (const std::size_t to : out[i]) first = std::min(first, g.layer[to]);
    g.layer[i] = first - 1;
  }
}

// Step 3.
void AddDummies(LayerGraph& g) {
  std::size_t needed = 0;
  for (const LayoutEdge& edge : g.edges) needed += g.layer[edge.to] - g.layer[edge.from] - 1;
  std::vector<LayoutEdge> edges;
  for (const LayoutEdge& edge : g.edges) {
    std::size_t from = edge.from;
    for (std::size_t layer = g.layer[edge.from] + 1; layer < g.layer[edge.to]; ++layer) {
      if (needed > kMostDummies) break;
      g.boxes.push_back({0.0, 0.0});
      g.layer.push_back(layer);
      edges.push_back({from, g.boxes.size() - 1});
      from = g.boxes.size() - 1;
    }
    edges.push_back({from, edge.to});
  }
  g.edges = std::move(edges);
  g.before.assign(g.boxes.size(), {});
  g.after.assign(g.boxes.size(), {});
  for (const LayoutEdge& edge : g.edges) {
    g.after[edge.from].push_back(edge.to);
    g.before[edge.to].push_back(edge.from);
  }
  for (std::size_t i = 0; i < g.boxes.size(); ++i) {
    if (g.layer[i] >= g.layers.size()) g.layers.resize(g.layer[i] + 1);
    g.layers[g.layer[i]].push_back(i);
  }
}

void NumberPositions(LayerGraph& g) {
  g.position.resize(g.boxes.size());
  for (const auto& layer : g.layers) {
    for (std::size_t k = 0; k < layer.size(); ++k) g.position[layer[k]] = k;
  }
}

// Crossings between two layers: inversions, counted by a Fenwick tree.
std::size_t CountCrossings(const LayerGraph& g) {
  std::size_t crossings = 0;
  for (std::size_t l = 0; l + 1 < g.layers.size(); ++l) {
    std::vector<std::size_t> tree(g.layers[l + 1].size() + 1, 0);
    std::size_t total = 0;
    for (const std::size_t box : g.layers[l]) {
      std::vector<std::size_t> ends;
      for (const std::size_t to : g.after[box]) {
        if (g.layer[to] == l + 1) ends.push_back(g.position[to]);
      }
      for (const std::size_t end : ends) {
        std::size_t upto = 0;
        for (std::size_t i = end + 1; i > 0; i &= i - 1) upto += tree[i];
        crossings += total - upto;
      }
      for (const std::size_t end : ends) {
        for (std::size_t i = end + 1; i < tree.size(); i += i & (~i + 1)) ++tree[i];
        ++total;
      }
    }
  }
  return crossings;
}

void SortLayer(LayerGraph& g, std::size_t l, const Adjacency& neighbours) {
  std::vector<std::pair<double, std::size_t>> order;
  for (const std::size_t box : g.layers[l]) {
    double sum = 0.0;
    for (const std::size_t other : neighbours[box]) sum += static_cast<double>(g.position[other]);
    const auto count = static_cast<double>(neighbours[box].size());
    order.push_back({count == 0.0 ? static_cast<double>(g.position[box]) : sum / count, box});
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t k = 0; k < order.size(); ++k) {
    g.layers[l][k] = order[k].second;
    g.position[order[k].second] = k;
  }
}

// Step 4.
void OrderLayers(LayerGraph& g) {
  NumberPositions(g);
  auto best = g.layers;
  std::size_t fewest = CountCrossings(g);
  for (int sweep = 0; sweep < kSweeps && fewest > 0; ++sweep) {
    if (sweep % 2 == 0) {
      for (std::size_t l = 1; l < g.layers.size(); ++l) SortLayer(g, l, g.before);
    } else {
      for (std::size_t l = g.layers.size() - 1; l-- > 0;) SortLayer(g, l, g.after);
    }
    const std::size_t crossings = CountCrossings(g);
    if (crossings >= fewest) continue;
    fewest = crossings;
    best = g.layers;
  }
  g.layers = std::move(best);
  NumberPositions(g);
}

// The minimal distance between the centres of two neighbours in a layer, the upper one first.
double Distance(const LayerGraph& g, std::size_t a, std::size_t b, const LayoutOptions& options) {
  const bool is_dummy = a >= g.num_boxes && b >= g.num_boxes;
  return 0.5 * (g.boxes[a].height + g.boxes[b].height) + (is_dummy ? 4.0 : options.row_gap);
}

// Moves the boxes of a layer towards `wanted` heights and keeps their order and distances: first downwards
// from the top, then the mean of that and of the same upwards.
void MoveLayer(LayerGraph& g, const std::vector<std::size_t>& layer, const std::vector<double>& wanted,
               const LayoutOptions& options) {
  const std::size_t n = layer.size();
  std::vector<double> down(n), up(n);
  for (std::size_t k = 0; k < n; ++k) {
    down[k] = wanted[k];
    if (k > 0) down[k] = std::min(down[k], down[k - 1] - Distance(g, layer[k - 1], layer[k], options));
  }
  for (std::size_t k = n; k-- > 0;) {
    up[k] = wanted[k];
    if (k + 1 < n) up[k] = std::max(up[k], up[k + 1] + Distance(g, layer[k], layer[k + 1], options));
  }
  for (std::size_t k = 0; k < n; ++k) g.centers[layer[k]].y = 0.5 * (down[k] + up[k]);
}

// Step 5.
void PlaceBoxes(LayerGraph& g, const LayoutOptions& options) {
  g.centers.assign(g.boxes.size(), {});
  double x = 0.0;
  for (const auto& layer : g.layers) {
    double width = 0.0;
    for (const std::size_t box : layer) width = std::max(width, g.boxes[box].width);
    for (std::size_t k = 0; k < layer.size(); ++k) {
      g.centers[layer[k]].x = x + 0.5 * width;
      if (k > 0) {
        g.centers[layer[k]].y = g.centers[layer[k - 1]].y - Distance(g, layer[k - 1], layer[k], options);
      }
    }
    x += width + options.column_gap;
  }
  const auto pull = [&](std::size_t l, bool from_left) {
    std::vector<double> wanted;
    for (const std::size_t box : g.layers[l]) {
      const auto& neighbours = from_left ? g.before[box] : g.after[box];
      double sum = 0.0;
      for (const std::size_t other : neighbours) sum += g.centers[other].y;
      wanted.push_back(neighbours.empty() ? g.centers[box].y : sum / static_cast<double>(neighbours.size()));
    }
    MoveLayer(g, g.layers[l], wanted, options);
  };
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t l = 1; l < g.layers.size(); ++l) pull(l, true);
    for (std::size_t l = g.layers.size() - 1; l-- > 0;) pull(l, false);
  }
}

// On a grid, boxes that are nearly level become level, and lines between them straight. Gaps are larger than
// the grid.
double OnGrid(double coordinate) {
  constexpr double kGrid = 4.0;
  return kGrid * std::round(coordinate / kGrid);
}

LayerGraph LayOutPart(const std::vector<LayoutBox>& boxes, const std::vector<LayoutEdge>& edges,
                      const std::vector<std::size_t>& part, const std::vector<std::size_t>& local,
                      const LayoutOptions& options) {
  LayerGraph g;
  g.num_boxes = part.size();
  for (const std::size_t box : part) g.boxes.push_back(boxes[box]);
  for (const LayoutEdge& edge : edges) g.edges.push_back({local[edge.from], local[edge.to]});
  BreakCycles(g);
  AssignLayers(g);
  AddDummies(g);
  OrderLayers(g);
  PlaceBoxes(g, options);
  return g;
}

}  // namespace

std::vector<Point> LayOut(const std::vector<LayoutBox>& boxes, const std::vector<LayoutEdge>& edges,
                          const LayoutOptions& options) {
  std::vector<Point> centers(boxes.size());
  std::vector<LayoutEdge> proper;
  for (const LayoutEdge& edge : edges) {
    if (edge.from != edge.to) proper.push_back(edge);
  }
  const auto parts = ConnectedParts(boxes.size(), proper);
  std::vector<std::size_t> local(boxes.size()), part_of(boxes.size());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (std::size_t k = 0; k < parts[p].size(); ++k) {
      local[parts[p][k]] = k;
      part_of[parts[p][k]] = p;
    }
  }
  std::vector<std::vector<LayoutEdge>> edges_of(parts.size());
  for (const LayoutEdge& edge : proper) edges_of[part_of[edge.from]].push_back(edge);
  double x = 0.0, y = 0.0, row_height = 0.0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const LayerGraph g = LayOutPart(boxes, edges_of[p], parts[p], local, options);
    Bounds bounds;
    for (std::size_t k = 0; k < g.boxes.size(); ++k) {
      const Point half{0.5 * g.boxes[k].width, 0.5 * g.boxes[k].height};
      bounds.Add(g.centers[k] - half);
      bounds.Add(g.centers[k] + half);
    }
    const Extent& e = bounds.extent();
    if (x > 0.0 && x + e.Width() > options.row_width) {
      x = 0.0;
      y -= row_height + options.row_gap;
      row_height = 0.0;
    }
    for (std::size_t k = 0; k < parts[p].size(); ++k) {
      const Point at = g.centers[k] + Point{x - e.Left(), y - e.Top()};
      centers[parts[p][k]] = {OnGrid(at.x), OnGrid(at.y)};
    }
    x += e.Width() + options.column_gap;
    row_height = std::max(row_height, e.Height());
  }
  return centers;
}

}  // namespace daedalus::drawing
