#include "daedalus/system/connect/cardinality.h"

#include <gtest/gtest.h>

namespace daedalus::connect {
namespace {

using Uses = std::vector<std::uint32_t>;

TEST(Cardinality, CountsTheOccurrencesInConnectStatements) {
  const std::vector<ConnectedPair> pairs = {{0, 1}, {2, 1}, {1, 3}};
  EXPECT_EQ(Cardinalities(5, pairs), (Uses{1, 3, 1, 1, 0}));
}

TEST(Cardinality, CountsBothEndsOfAConnectionWithItselfAndEveryRepetition) {
  const std::vector<ConnectedPair> pairs = {{0, 0}, {0, 1}, {0, 1}};
  EXPECT_EQ(Cardinalities(2, pairs), (Uses{4, 2}));
}

TEST(Cardinality, OfUnconnectedConnectorsIsZero) {
  EXPECT_EQ(Cardinalities(2, {}), (Uses{0, 0}));
}

}  // namespace
}  // namespace daedalus::connect
