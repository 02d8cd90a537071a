// Inputs of models that have clocks: resolving clocks gives the other variables new numbers.
#include <gtest/gtest.h>

#include "model/instance_of_text.h"

namespace daedalus::model {
namespace {

TEST(ClockedInputs, AnInputBehindClockedVariablesIsStillTheInput) {
  const auto instance = InstanceOfText(R"(
    model M
      Clock c = Clock(0.1);
      Real a = sample(time, c), b = 2*a;
      input Real u(start = 2);
      Real y = 3*u;
    end M;)");
  ASSERT_TRUE(instance);
  EXPECT_EQ(instance->Value("y").value(), 6);
  const auto u = instance->FindInput("u");
  ASSERT_TRUE(u.has_value());
  ASSERT_TRUE(instance->SetInput(*u, 5).ok());
  EXPECT_EQ(instance->Value("y").value(), 15);
}

// Clock inputs of components have no number at all. ClockSignals.ShiftSample of the Modelica Standard Library
// ended the program.
TEST(ClockedInputs, AClockAsAnInputOfAComponentHasNoNumber) {
  const auto instance = InstanceOfText(R"(
    model M
      block Sampler
        input Clock clock;
        input Real u;
        output Real y;
      equation
        y = sample(u, clock);
      end Sampler;
      Clock first = Clock(0.1), second = subSample(first, 2), third = shiftSample(second, 1, 2);
      Sampler sampler;
    equation
      sampler.clock = third;
      sampler.u = 2 + time;
    end M;)");
  ASSERT_TRUE(instance);
  EXPECT_EQ(instance->Value("sampler.u").value(), 2);
}

}  // namespace
}  // namespace daedalus::model
