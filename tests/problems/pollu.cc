// Air pollution: 25 reactions between 20 species, as a table.
#include <array>
#include <vector>

#include "problems/hand_written.h"
#include "problems/problem_list.h"

namespace daedalus::problems {
namespace {

constexpr int kNumSpecies = 20;

struct Change {
  int species;  // from 1, as in the literature
  int amount;
};
struct Reaction {
  double rate;
  int first;   // reactants, from 1
  int second;  // 0: none
  std::vector<Change> changes;
};

const std::vector<Reaction>& Reactions() {
  static const std::vector<Reaction> reactions = {
      {0.35, 1, 0, {{1, -1}, {2, 1}, {3, 1}}},
      {26.6, 2, 4, {{1, 1}, {2, -1}, {4, -1}}},
      {1.23e4, 5, 2, {{1, 1}, {2, -1}, {5, -1}, {6, 1}}},
      {8.6e-4, 7, 0, {{5, 2}, {7, -1}, {8, 1}}},
      {8.2e-4, 7, 0, {{7, -1}, {8, 1}}},
      {1.5e4, 7, 6, {{5, 1}, {6, -1}, {7, -1}, {8, 1}}},
      {1.3e-4, 9, 0, {{5, 1}, {8, 1}, {9, -1}, {10, 1}}},
      {2.4e4, 9, 6, {{6, -1}, {9, -1}, {11, 1}}},
      {1.65e4, 11, 2, {{1, 1}, {2, -1}, {10, 1}, {11, -1}, {12, 1}}},
      {9e3, 11, 1, {{1, -1}, {11, -1}, {13, 1}}},
      {0.022, 13, 0, {{1, 1}, {11, 1}, {13, -1}}},
      {1.2e4, 10, 2, {{1, 1}, {2, -1}, {10, -1}, {14, 1}}},
      {1.88, 14, 0, {{5, 1}, {7, 1}, {14, -1}}},
      {1.63e4, 1, 6, {{1, -1}, {6, -1}, {15, 1}}},
      {4.8e6, 3, 0, {{3, -1}, {4, 1}}},
      {3.5e-4, 4, 0, {{4, -1}, {16, 1}}},
      {0.0175, 4, 0, {{3, 1}, {4, -1}}},
      {1e8, 16, 0, {{6, 2}, {16, -1}}},
      {4.44e11, 16, 0, {{3, 1}, {16, -1}}},
      {1.24e3, 17, 6, {{5, 1}, {6, -1}, {17, -1}, {18, 1}}},
      {2.1, 19, 0, {{2, 1}, {19, -1}}},
      {5.78, 19, 0, {{1, 1}, {3, 1}, {19, -1}}},
      {0.0474, 1, 4, {{1, -1}, {4, -1}, {19, 1}}},
      {1.78e3, 19, 1, {{1, -1}, {19, -1}, {20, 1}}},
      {3.12, 20, 0, {{1, 1}, {19, 1}, {20, -1}}},
  };
  return reactions;
}

// The reactions flattened into straight lists of work: rate k = rate * y[first] * y[second], then amounts
// added to rows (residual) and to entries of the pattern (Jacobian).
struct Network {
  struct Rate {
    double constant;
    int first;
    int second;  // kNumSpecies stands for the constant 1
  };
  struct Term {
    int reaction;
    int target;  // a row, or an entry of the pattern
    double amount;
  };
  std::vector<Rate> rates;
  std::vector<Term> rows;
  std::vector<Term> by_first;   // d rate / d y[first], spread over its column
  std::vector<Term> by_second;  // the same for y[second]
  std::vector<int> diagonal;    // entries of the pattern
  linear::SparsePattern pattern;
};

int EntryAt(const linear::SparsePattern& pattern, int row, int column) {
  const auto rows = pattern.Column(column);
  return pattern.column_starts[column] + static_cast<int>(std::ranges::find(rows, row) - rows.begin());
}

Network Flatten(const std::vector<Reaction>& reactions) {
  Network network;
  std::vector<linear::Entry> entries;
  for (int i = 0; i < kNumSpecies; ++i) entries.push_back({i, i});
  for (const Reaction& reaction : reactions) {
    for (const Change& change : reaction.changes) {
      entries.push_back({change.species - 1, reaction.first - 1});
      if (reaction.second > 0) entries.push_back({change.species - 1, reaction.second - 1});
    }
  }
  network.pattern = linear::PatternFromEntries(kNumSpecies, kNumSpecies, entries);
  for (int i = 0; i < kNumSpecies; ++i) network.diagonal.push_back(EntryAt(network.pattern, i, i));
  for (int k = 0; k < static_cast<int>(reactions.size()); ++k) {
    const Reaction& reaction = reactions[k];
    const bool pair = reaction.second > 0;
    network.rates.push_back({reaction.rate, reaction.first - 1, pair ? reaction.second - 1 : kNumSpecies});
    for (const auto& [species, amount] : reaction.changes) {
      const double lost = -amount;  // F = y' - f
      network.rows.push_back({k, species - 1, lost});
      network.by_first.push_back({k, EntryAt(network.pattern, species - 1, reaction.first - 1), lost});
      if (pair)
        network.by_second.push_back({k, EntryAt(network.pattern, species - 1, reaction.second - 1), lost});
    }
  }
  return network;
}

using Species = std::array<double, kNumSpecies + 1>;

Species WithOne(std::span<const double> y) {
  Species species;
  std::ranges::copy(y, species.begin());
  species[kNumSpecies] = 1;
  return species;
}

}  // namespace

IvpProblem Pollution() {
  IvpProblem p{.name = "pollu", .t_end = 60};
  p.y0.assign(kNumSpecies, 0);
  p.y0[1] = 0.2;
  p.y0[3] = 0.04;
  p.y0[6] = 0.1;
  p.y0[7] = 0.3;
  p.y0[8] = 0.01;
  p.y0[16] = 0.007;
  const Network network = Flatten(Reactions());
  p.dae.size = kNumSpecies;
  p.dae.pattern = network.pattern;
  p.dae.constant_mass = true;
  p.dae.residual = [network](double, auto y, auto yp, auto r) {
    const Species species = WithOne(y);
    std::array<double, 25> rates;
    for (int k = 0; k < 25; ++k) {
      const auto& [constant, first, second] = network.rates[k];
      rates[k] = constant * species[first] * species[second];
    }
    std::ranges::copy(yp, r.begin());
    for (const auto& [k, row, amount] : network.rows) r[row] += amount * rates[k];
    return EvalOutcome::kOk;
  };
  p.dae.jacobian = [network](double, auto y, auto, auto dy, auto dyp) {
    const Species species = WithOne(y);
    std::ranges::fill(dy, 0.0);
    std::ranges::fill(dyp, 0.0);
    for (const int entry : network.diagonal) dyp[entry] = 1;
    for (const auto& [k, entry, amount] : network.by_first)
      dy[entry] += amount * network.rates[k].constant * species[network.rates[k].second];
    for (const auto& [k, entry, amount] : network.by_second)
      dy[entry] += amount * network.rates[k].constant * species[network.rates[k].first];
    return EvalOutcome::kOk;
  };
  p.dae.time_derivative = NoTimeDerivative;
  p.yp0.assign(kNumSpecies, 0);
  std::vector<double> r(kNumSpecies);
  p.dae.residual(0, p.y0, p.yp0, r);
  for (int i = 0; i < kNumSpecies; ++i) p.yp0[i] = -r[i];
  p.reference = {
      0.5646255480022769e-01, 0.1342484130422339e+00, 0.4139734331099427e-08, 0.5523140207484359e-02,
      0.2018977262302196e-06, 0.1464541863493966e-06, 0.7784249118997964e-01, 0.3245075353396018e+00,
      0.7494013383880406e-02, 0.1622293157301561e-07, 0.1135863833257075e-07, 0.2230505975721359e-02,
      0.2087162882798630e-03, 0.1396921016840158e-04, 0.8964884856898295e-02, 0.4352846369330103e-17,
      0.6899219696263405e-02, 0.1007803037365946e-03, 0.1772146513969984e-05, 0.5682943292316392e-04};
  p.absolute_scale = {1e-9};
  return p;
}

}  // namespace daedalus::problems
