// A guest of FMI 2 (fmu2.c): the order of calls, what it says after an event, and why calls fail.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "daedalus/system/guest/guest_versions.h"

namespace daedalus::guest {
namespace {

GuestFacts Facts() {
  GuestFacts facts;
  facts.library = GUEST_FMU;
  facts.token = "right token";
  facts.num_states = 1;
  return facts;
}

TEST(Guest, StatesThatChangeInAnEarlierRoundOfAnEventAreReported) {
  const GuestFacts facts = Facts();
  std::unique_ptr<Guest> guest;
  ASSERT_EQ(LoadFmi2(facts, guest), std::nullopt);
  EventFacts said{kNever};
  ASSERT_EQ(guest->Start(0, {}, said), std::nullopt);
  EXPECT_TRUE(said.has_new_states);
  EXPECT_EQ(said.next_time, 2) << "the last round counts";
  std::vector<double> x(1), slope(1);
  ASSERT_EQ(guest->ReadStates(x), std::nullopt);
  EXPECT_EQ(x[0], 5);
  x[0] = 3;
  ASSERT_EQ(guest->SetTime(1), std::nullopt);
  ASSERT_EQ(guest->SetStates(x), std::nullopt);
  ASSERT_EQ(guest->ReadDerivatives(slope), std::nullopt);
  EXPECT_EQ(slope[0], -3);
  said = {kNever};
  ASSERT_EQ(guest->EnterEvent(), std::nullopt);
  ASSERT_EQ(guest->LeaveEvent(said), std::nullopt);
  EXPECT_TRUE(said.has_new_states);
  EXPECT_FALSE(said.terminates);
}

TEST(Guest, AFailureNamesTheFunctionAndWhatTheGuestSaid) {
  const GuestFacts facts = Facts();
  std::unique_ptr<Guest> guest;
  ASSERT_EQ(LoadFmi2(facts, guest), std::nullopt);
  EventFacts said{kNever};
  ASSERT_EQ(guest->Start(0, {}, said), std::nullopt);
  EXPECT_EQ(guest->SetTime(200),
            "fmi2SetTime of the FMU fails with the status `error`: time 200 is too late");
  double value = 0;
  const GuestVariable whole{.type = GuestType::kInt32};
  const auto failed = guest->ReadNumber(whole, value);
  ASSERT_TRUE(failed.has_value());
  EXPECT_TRUE(failed->starts_with("fmi2GetInteger of the FMU fails")) << *failed;
}

TEST(Guest, AnInstanceThatIsNotMadeIsAnError) {
  GuestFacts facts = Facts();
  facts.token = "another";
  std::unique_ptr<Guest> guest;
  ASSERT_EQ(LoadFmi2(facts, guest), std::nullopt);
  EventFacts said{kNever};
  EXPECT_EQ(guest->Start(0, {}, said),
            "fmi2Instantiate of the FMU fails with the status `error`: the token is another");
}

TEST(Guest, AFunctionThatTheBinaryLacksIsNamed) {
  GuestFacts facts = Facts();
  facts.has_tangents = true;
  std::unique_ptr<Guest> guest;
  EXPECT_EQ(LoadFmi2(facts, guest), "the binary has no function `fmi2GetDirectionalDerivative`");
  facts = Facts();
  EXPECT_EQ(LoadFmi3(facts, guest), "the binary has no function `fmi3FreeInstance`");
  facts.library = "/nowhere/fmu.so";
  const auto failed = LoadFmi2(facts, guest);
  ASSERT_TRUE(failed.has_value());
  EXPECT_TRUE(failed->starts_with("the binary cannot be loaded: ")) << *failed;
}

}  // namespace
}  // namespace daedalus::guest
