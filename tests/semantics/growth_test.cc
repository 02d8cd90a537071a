// Flattening costs what the result is large: counted, and loosely timed.
#include <chrono>

#include "semantics/models.h"
#include "semantics/support.h"

namespace daedalus::semantics {
namespace {

struct Cost {
  std::size_t equations, nodes, bytes;
  double seconds;
};

Cost FlattenChain(int num_cells) {
  Parsed parsed(RcChain(num_cells));
  const syntax::Tree* trees[] = {&parsed.result.tree};
  Diagnostics warnings;
  const auto begin = std::chrono::steady_clock::now();
  const auto system = Flatten(*FindModel(trees), {}, warnings);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_TRUE(system.ok());
  return {system->equations.size(), system->graph.size(), system->graph.bytes(), seconds};
}

TEST(Growth, AChainOfCellsIsFlattenedInLinearSpace) {
  const Cost small = FlattenChain(1000), large = FlattenChain(100'000);
  EXPECT_EQ(small.equations, 2000u);
  EXPECT_EQ(large.equations, 200'000u);
  EXPECT_LE(large.nodes, 101 * small.nodes);
  EXPECT_LE(large.bytes / large.equations, 512u);
}

TEST(Growth, AChainOfTwentyThousandCellsTakesNotLong) {
  // 0.1 s in a release build; the bound leaves room for sanitizers and busy machines.
  const double seconds = FlattenChain(20'000).seconds;
  RecordProperty("seconds", fmt::format("{:.3f}", seconds));
  EXPECT_LT(seconds, 10.0);
}

}  // namespace
}  // namespace daedalus::semantics
