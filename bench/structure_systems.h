// Large systems as integer graphs, to measure the algorithms of structure/ with: physical ones that grow by
// repetition, and random ones with a known index. All are regular, and the same on every machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <utility>
#include <vector>

#include "daedalus/structure/derivative_map.h"
#include "daedalus/structure/incidence.h"

namespace daedalus::bench {

using structure::ColumnId;

struct GraphSystem {
  structure::Incidence incidence;
  structure::VariableDerivatives variables;

  ColumnId Variable() { return variables.Add(); }
  // The variables v and v', next to each other.
  ColumnId State() {
    const ColumnId v = variables.Add();
    variables.Link(v, variables.Add());
    return v;
  }
  void Equation(std::initializer_list<ColumnId> row) {
    incidence.AddRow({row.begin(), row.size()});
    incidence.num_columns = variables.size();
  }
};

constexpr ColumnId Der(ColumnId state) {
  return ColumnId(state.index() + 1);
}

// A ladder of resistors with a capacitor to ground at each node, by components: index 1, no loop.
inline GraphSystem RcLadder(std::uint32_t num_equations) {
  GraphSystem s;
  const std::uint32_t num_cells = num_equations / 4;
  struct Cell {
    ColumnId v, voltage_drop, current, charging;
  };
  std::vector<Cell> cells;
  for (std::uint32_t k = 0; k < num_cells; ++k) {
    const ColumnId v = s.State();
    cells.push_back({v, s.Variable(), s.Variable(), s.Variable()});
  }
  for (std::uint32_t k = 0; k < num_cells; ++k) {
    const Cell& cell = cells[k];
    const Cell& before = cells[k == 0 ? 0 : k - 1];
    const Cell& after = cells[k + 1 < num_cells ? k + 1 : k];
    s.Equation({cell.voltage_drop, before.v, cell.v});
    s.Equation({cell.voltage_drop, cell.current});
    s.Equation({cell.current, cell.charging, after.current});
    s.Equation({cell.charging, Der(cell.v)});
  }
  return s;
}

// Pairs of inertias on a rigid gear, an elastic shaft from each pair to the next: index 3, a small loop for
// each pair.
inline GraphSystem RotorChain(std::uint32_t num_equations) {
  GraphSystem s;
  const std::uint32_t num_pairs = num_equations / 6;
  struct Pair {
    ColumnId angle, speed, geared_angle, geared_speed, gear_torque, shaft_torque;
  };
  std::vector<Pair> pairs;
  for (std::uint32_t k = 0; k < num_pairs; ++k) {
    const ColumnId angle = s.State(), speed = s.State();
    const ColumnId geared_angle = s.State(), geared_speed = s.State();
    pairs.push_back({angle, speed, geared_angle, geared_speed, s.Variable(), s.Variable()});
  }
  for (std::uint32_t k = 0; k < num_pairs; ++k) {
    const Pair& p = pairs[k];
    const Pair& before = pairs[k == 0 ? 0 : k - 1];
    const Pair& after = pairs[k + 1 < num_pairs ? k + 1 : k];
    s.Equation({Der(p.angle), p.speed});
    s.Equation({Der(p.geared_angle), p.geared_speed});
    s.Equation({Der(p.speed), p.shaft_torque, p.gear_torque});
    s.Equation({Der(p.geared_speed), p.gear_torque, after.shaft_torque});
    s.Equation({p.angle, p.geared_angle});
    s.Equation({p.shaft_torque, before.geared_angle, p.angle});
  }
  return s;
}

// Inertias on one stiff shaft: index 3 with a single degree of freedom, and one loop through everything.
inline GraphSystem StiffShaft(std::uint32_t num_equations) {
  GraphSystem s;
  const std::uint32_t num_inertias = num_equations / 4;
  struct Inertia {
    ColumnId angle, speed, torque, flow;
  };
  std::vector<Inertia> inertias;
  for (std::uint32_t k = 0; k < num_inertias; ++k) {
    const ColumnId angle = s.State(), speed = s.State();
    inertias.push_back({angle, speed, s.Variable(), s.Variable()});
  }
  for (std::uint32_t k = 0; k < num_inertias; ++k) {
    const Inertia& inertia = inertias[k];
    const Inertia& after = inertias[k + 1 < num_inertias ? k + 1 : k];
    s.Equation({Der(inertia.angle), inertia.speed});
    s.Equation({Der(inertia.speed), inertia.torque});
    s.Equation({inertia.torque, inertia.flow, after.flow});
    if (k == 0) {
      s.Equation({inertia.flow});
    } else {
      s.Equation({inertia.angle, inertias[k - 1].angle});
    }
  }
  return s;
}

// The heat equation by the method of lines, with the flows between the cells as variables: index 1, no loop.
inline GraphSystem HeatRod(std::uint32_t num_equations) {
  GraphSystem s;
  const std::uint32_t num_cells = num_equations / 2;
  const auto temperature = [](std::uint32_t k) { return ColumnId(3 * k); };
  const auto flow = [](std::uint32_t k) { return ColumnId(3 * k + 2); };
  for (std::uint32_t k = 0; k < num_cells; ++k) {
    s.State();
    s.Variable();
  }
  for (std::uint32_t k = 0; k < num_cells; ++k) {
    s.Equation({flow(k), temperature(k), temperature(k == 0 ? 0 : k - 1)});
    s.Equation({Der(temperature(k)), flow(k), flow(k + 1 < num_cells ? k + 1 : k)});
  }
  return s;
}

// Pendulums in Cartesian coordinates, hanging from each other: index 3, one loop through all forces.
inline GraphSystem PendulumChain(std::uint32_t num_equations) {
  GraphSystem s;
  const std::uint32_t num_links = num_equations / 5;
  struct Link {
    ColumnId x, y, vx, vy, force;
  };
  std::vector<Link> links;
  for (std::uint32_t k = 0; k < num_links; ++k) {
    const ColumnId x = s.State(), y = s.State(), vx = s.State(), vy = s.State();
    links.push_back({x, y, vx, vy, s.Variable()});
  }
  for (std::uint32_t k = 0; k < num_links; ++k) {
    const Link& link = links[k];
    const Link& before = links[k == 0 ? 0 : k - 1];
    const Link& after = links[k + 1 < num_links ? k + 1 : k];
    s.Equation({Der(link.x), link.vx});
    s.Equation({Der(link.y), link.vy});
    s.Equation({Der(link.vx), link.force, link.x, before.x, after.force, after.x});
    s.Equation({Der(link.vy), link.force, link.y, before.y, after.force, after.y});
    s.Equation({link.x, link.y, before.x, before.y});
  }
  return s;
}

// Three variables in each equation, one of them so that all together are a transversal, the others among the
// `reach` next ones. With offsets c_i of 0 to 2 and an order s_i of 0 or 1 on the transversal,
// d_i = c_i + s_i, an entry of order at most d_j - c_i anywhere else keeps (1) of sigma_method.h: the index
// is at most 3.
inline GraphSystem RandomSystem(std::uint32_t n, std::uint32_t reach, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::int32_t> c(n), d(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    c[i] = random() % 8 == 0 ? static_cast<std::int32_t>(1 + random() % 2) : 0;
    d[i] = c[i] + static_cast<std::int32_t>(random() % 2);
  }
  struct Term {
    std::uint32_t variable;
    std::int32_t order;
  };
  std::vector<Term> terms;  // three an equation
  std::vector<std::int32_t> highest(n, 0);
  for (std::uint32_t i = 0; i < n; ++i) {
    terms.push_back({i, d[i] - c[i]});
    while (terms.size() < 3 * (std::size_t{i} + 1)) {
      const auto j = static_cast<std::uint32_t>((i + random() % reach) % n);
      const std::int32_t order = std::min(d[j] - c[i], static_cast<std::int32_t>(random() % 3) - 1);
      if (d[j] >= c[i]) terms.push_back({j, std::max(0, order)});
    }
  }
  for (const Term& term : terms) highest[term.variable] = std::max(highest[term.variable], term.order);
  GraphSystem s;
  std::vector<ColumnId> root(n);
  for (std::uint32_t j = 0; j < n; ++j) {
    root[j] = s.Variable();
    for (std::int32_t order = 0; order < highest[j]; ++order) {
      const ColumnId derivative = s.Variable();
      s.variables.Link(ColumnId(derivative.index() - 1), derivative);
    }
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const auto column = [&](std::size_t k) {
      const Term& term = terms[3 * std::size_t{i} + k];
      return ColumnId(root[term.variable].index() + static_cast<std::size_t>(term.order));
    };
    s.Equation({column(0), column(1), column(2)});
  }
  return s;
}

}  // namespace daedalus::bench
