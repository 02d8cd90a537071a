#include "daedalus/structure/block_triangular_form.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "structure/drawing.h"
#include "structure/ids.h"

namespace daedalus::structure {
namespace {

Blocks BlocksOf(const Incidence& a) {
  return BlockTriangularForm(a, MaximumMatching(a));
}

std::vector<std::size_t> SizesOf(const Blocks& blocks) {
  std::vector<std::size_t> sizes;
  for (std::size_t b = 0; b < blocks.size(); ++b) sizes.push_back(blocks[b].size());
  return sizes;
}

// Cellier & Kofman (7.1), columns u0 i0 u1 i1 u2 i2 uL diL duC iC.
const std::vector<std::string> kCircuit71 = {"x.........",   // u0 = f(t)
                                             "..xx......",   // u1 = R1 i1
                                             "....xx....",   // u2 = R2 i2
                                             "......xx..",   // uL = L diL
                                             "........xx",   // iC = C duC
                                             "x.x.......",   // u0 = u1 + uC
                                             "..x.x.x...",   // uL = u1 + u2
                                             "....x.....",   // uC = u2
                                             ".x.x......",   // i0 = i1 + iL
                                             "...x.x...x"};  // i1 = i2 + iC
// (7.5), columns u0 i0 u1 i1 u2 i2 uL diL u3 i3: the capacitor is a third resistor.
const std::vector<std::string> kCircuit75 = {"x.........", "..xx......", "....xx....", "........xx",
                                             "......xx..", "x.x.....x.", "..x.x.x...", "....x...x.",
                                             ".x.x......", "...x.x...x"};

TEST(BlockTriangularForm, TheFirstCircuitHasTenBlocksOfSizeOne) {
  EXPECT_EQ(SizesOf(BlocksOf(FromDrawing(kCircuit71))), std::vector<std::size_t>(10, 1));
}

TEST(BlockTriangularForm, TheSecondCircuitHasOneLoopOfSix) {
  const Blocks blocks = BlocksOf(FromDrawing(kCircuit75));
  std::vector<std::size_t> sizes = SizesOf(blocks);
  std::sort(sizes.begin(), sizes.end());
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 1, 1, 1, 6}));
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b].size() != 6) continue;
    EXPECT_EQ(NumbersOf(blocks[b]), (Numbers{1, 2, 3, 5, 7, 9}));
  }
}

// Whether `from` reaches `to` in the digraph "needs", by exhaustion.
std::vector<std::vector<char>> Reachability(const Incidence& a, const Matching& m) {
  const std::size_t n = a.num_rows();
  std::vector<std::vector<char>> reach(n, std::vector<char>(n, 0));
  for (const RowId r : a.Rows()) {
    reach[r.index()][r.index()] = 1;
    for (const ColumnId c : a.Row(r)) reach[r.index()][m.row_of_column[c].index()] = 1;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) reach[i][j] |= reach[i][k] & reach[k][j];
    }
  }
  return reach;
}

TEST(BlockTriangularForm, BlocksAreTheStrongComponentsInExecutableOrderOnRandomGraphs) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 500; ++trial) {
    const std::uint32_t n = 1 + random() % 12;
    Incidence a;
    a.num_columns = n;
    for (std::uint32_t r = 0; r < n; ++r) {
      Numbers entries{(r + 3) % n};  // a perfect matching exists
      for (std::uint32_t c = 0; c < n; ++c) {
        if (random() % 6 == 0) entries.push_back(c);
      }
      a.AddRow(Columns(entries));
    }
    const Matching m = MaximumMatching(a);
    const Blocks blocks = BlockTriangularForm(a, m);
    const auto reach = Reachability(a, m);
    std::vector<std::size_t> block_of(n);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      for (const RowId r : blocks[b]) block_of[r.index()] = b;
    }
    ASSERT_EQ(blocks.rows.size(), n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        EXPECT_EQ(block_of[i] == block_of[j], reach[i][j] && reach[j][i]);
        if (reach[i][j]) {
          EXPECT_LE(block_of[j], block_of[i]) << "what is needed comes first";
        }
      }
    }
  }
}

TEST(BlockTriangularForm, ALoopOfAMillionEquationsNeedsNoRecursion) {
  const std::uint32_t n = 1000000;
  Incidence a;
  a.num_columns = n;
  for (std::uint32_t i = 0; i < n; ++i) a.AddRow(Columns({i, (i + 1) % n}));
  const Blocks blocks = BlocksOf(a);
  EXPECT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks.rows.size(), n);
}

}  // namespace
}  // namespace daedalus::structure
