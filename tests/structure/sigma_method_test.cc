#include "daedalus/structure/sigma_method.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "structure/book_systems.h"
#include "structure/ids.h"
#include "structure/random_system.h"

namespace daedalus::structure {
namespace {

using Counts = std::vector<std::uint32_t>;

SigmaResult Analyze(const NamedSystem& system) {
  const auto result = AnalyzeSignature(SignatureOf(system.incidence, system.variables));
  EXPECT_TRUE(result.ok());
  return *result;
}

// A digit is an order, '.' is no entry.
SignatureMatrix SignatureFromDrawing(const std::vector<std::string>& rows) {
  SignatureMatrix sigma;
  sigma.incidence.num_columns = static_cast<std::uint32_t>(rows[0].size());
  for (const std::string& row : rows) {
    std::vector<SignatureMatrix::Term> terms;
    for (std::uint32_t c = 0; c < row.size(); ++c) {
      if (row[c] != '.') terms.push_back({ColumnId(c), row[c] - '0'});
    }
    sigma.AddEquation(terms);
  }
  return sigma;
}

// The running example of [Pry01]: x'' + x lambda = 0, y'' + y lambda = g, x^2 + y^2 = l^2.
TEST(SigmaMethod, FindsPrycesOffsetsOfThePendulumInSecondOrderForm) {
  const auto r = AnalyzeSignature(SignatureFromDrawing({"2.0", ".20", "00."}));
  ASSERT_TRUE(r.ok());
  EXPECT_EQ(r->c.raw(), (Counts{0, 0, 2}));
  EXPECT_EQ(r->d.raw(), (Counts{2, 2, 0}));
  EXPECT_EQ(r->structural_index, 3u);
  EXPECT_EQ(r->degrees_of_freedom, 2u);
}

TEST(SigmaMethod, ReproducesTheExamplesOfTheSources) {
  struct Case {
    NamedSystem system;
    std::uint32_t index, states, equations_after;
  };
  const std::vector<Case> cases = {
      {Circuit71(), 1, 2, 10}, {Circuit752(), 2, 1, 17},    {Circuit753(), 2, 1, 17},
      {Circuit754(), 2, 1, 8}, {Pendulum774(), 3, 2, 9},    {Pendulum778(), 3, 2, 12},
      {Reactor78(), 3, 0, 8},  {CampbellCircle(), 2, 1, 4}, {CampbellShuttle(), 3, 4, 11}};
  for (const Case& c : cases) {
    const SigmaResult r = Analyze(c.system);
    EXPECT_EQ(r.structural_index, c.index);
    EXPECT_EQ(r.degrees_of_freedom, c.states);
    EXPECT_EQ(std::accumulate(r.c.begin(), r.c.end(), 0u) + r.c.size(), c.equations_after);
  }
}

TEST(SigmaMethod, ExplainsAnIllPosedSystem) {
  const auto r = AnalyzeSignature(SignatureFromDrawing({"1..", "0..", "001"}));
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(NumbersOf(r.error().overdetermined.at(0).rows), (Numbers{0, 1}));
  EXPECT_EQ(NumbersOf(r.error().underdetermined.at(0).columns), (Numbers{1, 2}));
}

TEST(SigmaMethod, TheHighestOrderOfARepeatedVariableCounts) {
  SignatureMatrix sigma;
  sigma.incidence.num_columns = 1;
  const ColumnId x(0);
  sigma.AddEquation(std::vector<SignatureMatrix::Term>{{x, 0}, {x, 2}, {x, 1}});
  EXPECT_EQ(sigma.orders, (std::vector<std::int32_t>{2}));
}

// The smallest c by exhaustion over all vectors c up to `bound`: feasible if d_j = max(sigma_ij + c_i) gives
// sum d - sum c equal to the value of the best transversal, which is the condition of optimality.
Counts SmallestOffsetsByExhaustion(const SignatureMatrix& sigma, std::uint32_t value, std::uint32_t bound) {
  const std::uint32_t n = sigma.incidence.num_rows();
  Counts best, c(n, 0);
  for (;;) {
    PerColumn<std::int64_t> d(n, 0);
    for (const RowId r : sigma.incidence.Rows()) {
      for (std::uint32_t k = sigma.incidence.Begin(r); k < sigma.incidence.End(r); ++k) {
        std::int64_t& dj = d[sigma.incidence.columns[k]];
        dj = std::max(dj, sigma.orders[k] + std::int64_t{c[r.index()]});
      }
    }
    const std::int64_t difference = std::accumulate(d.begin(), d.end(), std::int64_t{0}) -
                                    std::accumulate(c.begin(), c.end(), std::int64_t{0});
    if (difference == value) {
      if (best.empty()) best = c;
      for (std::uint32_t i = 0; i < n; ++i) best[i] = std::min(best[i], c[i]);
    }
    std::uint32_t i = 0;
    while (i < n && c[i] == bound) c[i++] = 0;
    if (i == n) return best;
    ++c[i];
  }
}

TEST(SigmaMethod, OffsetsAreTheSmallestOptimalOnesOnRandomSystems) {
  std::mt19937 random(2001);
  int num_higher = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const RandomSystem system(&random, 1 + random() % 4);
    const SignatureMatrix sigma = SignatureOf(system.incidence, system.variables);
    const auto r = AnalyzeSignature(sigma);
    if (!r.ok()) continue;
    const std::uint32_t largest = *std::max_element(r->c.begin(), r->c.end());
    EXPECT_EQ(r->c.raw(), SmallestOffsetsByExhaustion(sigma, r->degrees_of_freedom, largest + 1));
    EXPECT_EQ(std::accumulate(r->d.begin(), r->d.end(), 0u) - std::accumulate(r->c.begin(), r->c.end(), 0u),
              r->degrees_of_freedom);
    num_higher += largest > 0;
  }
  EXPECT_GT(num_higher, 100) << "the random systems are no test of offsets";
}

TEST(SigmaMethod, AnalyzesAChainOfTwentyThousandPendulums) {
  const std::uint32_t num_links = 20000;
  const auto [a, variables] = PendulumChain(num_links);
  const auto r = AnalyzeSignature(SignatureOf(a, variables));
  ASSERT_TRUE(r.ok());
  EXPECT_EQ(r->structural_index, 3u);
  EXPECT_EQ(r->degrees_of_freedom, 2 * num_links);
}

}  // namespace
}  // namespace daedalus::structure
