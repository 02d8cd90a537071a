// Systems with derivatives in them: random ones, and large ones of a known kind.
#pragma once

#include <random>
#include <utility>
#include <vector>

#include "daedalus/structure/pantelides.h"
#include "structure/ids.h"

namespace daedalus::structure {

// The symbols of a system in which every variable stays in the derivative of its equation.
class FaithfulHooks : public DerivativeHooks {
 public:
  FaithfulHooks(const Incidence& a, VariableDerivatives map) : variables(std::move(map)) {
    for (const RowId e : a.Rows()) rows_.emplace_back(a.Row(e).begin(), a.Row(e).end());
  }
  void DifferentiateVariable(ColumnId variable, ColumnId derivative) override {
    variables.Add();
    variables.Link(variable, derivative);
  }
  std::vector<ColumnId> DifferentiateEquation(RowId equation, RowId) override {
    std::vector<ColumnId> row = rows_[equation.index()];
    const std::size_t n = row.size();
    for (std::size_t i = 0; i < n; ++i) row.push_back(variables.DerivativeOf(row[i]));
    rows_.push_back(row);
    return row;
  }

  VariableDerivatives variables;

 protected:
  FaithfulHooks() = default;
  std::vector<std::vector<ColumnId>> rows_;
};

// n variables, each with up to two derivatives, in n random equations.
class RandomSystem final : public FaithfulHooks {
 public:
  RandomSystem(std::mt19937* random, std::uint32_t n) {
    std::vector<std::vector<ColumnId>> ids(n);  // by variable and order
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> terms(n);
    const unsigned one_in = 2 + (*random)() % 4;
    for (std::uint32_t e = 0; e < n; ++e) {
      for (std::uint32_t v = 0; v < n; ++v) {
        if (v != (e + 1) % n && (*random)() % one_in != 0) continue;
        terms[e].push_back({v, (*random)() % 3 == 0 ? (*random)() % 3 : 0});
      }
    }
    // Now and then a misprint, so that some systems are singular.
    for (auto& row : terms) {
      if ((*random)() % 40 == 0) row.resize(1);
    }
    for (const auto& row : terms) {
      for (const auto& [v, order] : row) {
        while (ids[v].size() <= order) {
          ids[v].push_back(variables.Add());
          if (ids[v].size() > 1) variables.Link(ids[v][ids[v].size() - 2], ids[v].back());
        }
      }
    }
    incidence.num_columns = variables.size();
    for (const auto& row : terms) {
      std::vector<ColumnId> entries;
      for (const auto& [v, order] : row) entries.push_back(ids[v][order]);
      incidence.AddRow(entries);
      rows_.push_back(entries);
    }
  }

  Incidence incidence;
};

// Pendulums hanging from each other: for link k the equations vx' F* , vy' F*, x' vx, y' vy and the length,
// with the force of the next link and the position of the previous one.
inline std::pair<Incidence, VariableDerivatives> PendulumChain(std::uint32_t num_links) {
  VariableDerivatives variables(9 * num_links);
  Incidence a;
  a.num_columns = variables.size();
  for (std::uint32_t k = 0; k < num_links; ++k) {
    const std::uint32_t x = 9 * k, y = x + 1, vx = x + 2, vy = x + 3, force = x + 4, dx = x + 5, dy = x + 6,
                        dvx = x + 7, dvy = x + 8;
    for (std::uint32_t i = 0; i < 4; ++i) variables.Link(ColumnId(x + i), ColumnId(dx + i));
    Numbers fx{dvx, x, force}, fy{dvy, y, force}, length{x, y};
    if (k + 1 < num_links) {
      fx.insert(fx.end(), {force + 9, x + 9});
      fy.insert(fy.end(), {force + 9, y + 9});
    }
    if (k > 0) {
      fx.push_back(x - 9);
      fy.push_back(y - 9);
      length.insert(length.end(), {x - 9, y - 9});
    }
    a.AddRow(Columns(fx));
    a.AddRow(Columns(fy));
    a.AddRow(Columns({dx, vx}));
    a.AddRow(Columns({dy, vy}));
    a.AddRow(Columns(length));
  }
  return {std::move(a), std::move(variables)};
}

}  // namespace daedalus::structure
