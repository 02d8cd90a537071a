#include "daedalus/system/connect/signal_sources.h"

#include <gtest/gtest.h>

#include "system/connect/slots.h"

namespace daedalus::connect {
namespace {

constexpr Signal kInput = {.causality = Causality::kInput};
constexpr Signal kOutput = {.causality = Causality::kOutput};

// How many sources each set in conflict has.
std::vector<std::size_t> Conflicts(std::vector<Signal> signals, std::vector<SlotPair> pairs) {
  const ConnectionSets sets = MakeConnectionSets(std::vector<ConnectorVariable>(signals.size()), pairs, 9);
  std::vector<std::size_t> counts;
  for (const SourceConflict& conflict : CheckSources(sets, signals))
    counts.push_back(conflict.sources.size());
  return counts;
}

using Counts = std::vector<std::size_t>;

TEST(SignalSources, AnOutputOfAComponentFeedsInputs) {
  EXPECT_EQ(Conflicts({kOutput, kInput, kInput}, {{In(0), In(1)}, {In(0), In(2)}}), Counts{});
}

TEST(SignalSources, AnInputOfTheModelFeedsAComponentAndAComponentAnOutput) {
  EXPECT_EQ(Conflicts({kInput, kInput, kOutput, kOutput}, {{Out(0), In(1)}, {In(2), Out(3)}}), Counts{});
}

// ConnectTwoInsideOutput, ConnectTwoOutsideInput, ConnectTwoSignalSources and ...Indirect of the compliance
// library.
TEST(SignalSources, TwoSourcesAreAConflict) {
  EXPECT_EQ(Conflicts({kOutput, kOutput}, {{In(0), In(1)}}), Counts{2});
  EXPECT_EQ(Conflicts({kInput, kInput}, {{Out(0), Out(1)}}), Counts{2});
  EXPECT_EQ(Conflicts({kInput, kOutput}, {{Out(0), In(1)}}), Counts{2});
  EXPECT_EQ(Conflicts({kInput, kInput, kOutput}, {{Out(0), In(1)}, {In(1), In(2)}}), Counts{2});
}

TEST(SignalSources, InputsConnectedOnlyWithEachOtherLackASource) {
  EXPECT_EQ(Conflicts({kInput, kInput}, {{In(0), In(1)}}), Counts{0});
  EXPECT_EQ(Conflicts({kInput, kOutput}, {{In(0), Out(1)}}), Counts{0});
}

TEST(SignalSources, AnInputConnectedWithItselfMayHaveAnEquation) {
  EXPECT_EQ(Conflicts({kInput}, {{In(0), In(0)}}), Counts{});
  EXPECT_EQ(Conflicts({{Causality::kInput, false, true}}, {{In(0), In(0)}}), Counts{0}) << "not in a bus";
}

TEST(SignalSources, AProtectedConnectorIsNoSourceAndNeedsNone) {
  EXPECT_EQ(Conflicts({{Causality::kInput, true, false}, kInput}, {{Out(0), In(1)}}), Counts{});
  EXPECT_EQ(Conflicts({{Causality::kInput, true, false}, kOutput}, {{Out(0), In(1)}}), Counts{})
      << "one source";
}

TEST(SignalSources, TheValueMayComeThroughABus) {
  EXPECT_EQ(Conflicts({{Causality::kNone, false, true}, kInput}, {{Out(0), In(1)}}), Counts{});
  EXPECT_EQ(Conflicts({{Causality::kNone, false, true}, kInput}, {{In(0), In(1)}}), Counts{0});
}

TEST(SignalSources, WhatHasNoCausalityNeedsNoSource) {
  EXPECT_EQ(Conflicts({{}, {}}, {{In(0), In(1)}}), Counts{});
}

}  // namespace
}  // namespace daedalus::connect
