#include "daedalus/run/read_settings.h"

#include <gtest/gtest.h>

namespace daedalus::run {
namespace {

const Experiment kAnnotation{.start_time = 1.0, .stop_time = 3.0, .interval = 0.5, .tolerance = 1e-4};

TEST(Experiment, DefaultsWithoutAnnotation) {
  const auto s = ReadSettings({}, {});
  ASSERT_TRUE(s.ok());
  EXPECT_EQ(s->grid.start, 0.0);
  EXPECT_EQ(s->grid.stop, 1.0);
  EXPECT_EQ(s->grid.num_intervals, 500);
  EXPECT_EQ(s->tolerance, 1e-6);
  EXPECT_EQ(s->method, "auto");
}

TEST(Experiment, TheAnnotationWinsOverDefaultsAndOptionsOverBoth) {
  const auto annotated = ReadSettings({}, kAnnotation);
  ASSERT_TRUE(annotated.ok());
  EXPECT_EQ(annotated->grid.num_intervals, 4);
  EXPECT_EQ(annotated->tolerance, 1e-4);
  RunOptions options;
  options.stop = 2.0;
  options.intervals = 7;
  options.tolerance = 1e-9;
  const auto s = ReadSettings(options, kAnnotation);
  ASSERT_TRUE(s.ok());
  EXPECT_EQ(s->grid.start, 1.0);
  EXPECT_EQ(s->grid.stop, 2.0);
  EXPECT_EQ(s->grid.num_intervals, 7);
  EXPECT_EQ(s->tolerance, 1e-9);
}

TEST(Experiment, EveryMistakeIsNamedAtOnce) {
  RunOptions options;
  options.stop = -1.0;
  options.tolerance = 0.0;
  options.method = "magic";
  options.step = -0.1;
  options.max_step = 0.0;
  options.controller = "cruise";
  const auto s = ReadSettings(options, {});
  ASSERT_FALSE(s.ok());
  EXPECT_EQ(s.error().size(), 6u);
  for (const Diagnostic& d : s.error()) EXPECT_EQ(d.code, Code::kBadOption);
}

// BDF of order 6 is hardly stable, and with steps that vary not at all.
TEST(Experiment, InlinedBdfOfOrderSixNeedsAFixedStep) {
  RunOptions options;
  options.form = simulate::ModelForm::kInline;
  options.method = "bdf";
  options.max_order = 6;
  const auto varied = ReadSettings(options, {});
  ASSERT_FALSE(varied.ok());
  ASSERT_EQ(varied.error().size(), 1u);
  EXPECT_EQ(varied.error()[0].message, "the inlined method `bdf` has no order 6 with steps that vary");
  options.step = 0.1;
  EXPECT_TRUE(ReadSettings(options, {}).ok());
}

TEST(Experiment, OptionsMustSuitTheMethod) {
  RunOptions options;
  options.method = "ida";
  options.step = 0.1;
  options.max_order = 6;
  const auto s = ReadSettings(options, {});
  ASSERT_FALSE(s.ok());
  ASSERT_EQ(s.error().size(), 2u);
  EXPECT_EQ(s.error()[0].message, "the method `ida` chooses its own steps, so --step has no use");
  EXPECT_EQ(s.error()[1].message, "the method `ida` has no order 6");
}

}  // namespace
}  // namespace daedalus::run
