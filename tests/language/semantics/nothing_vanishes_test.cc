// What is not understood is an error: no declaration, equation or assertion disappears in silence.
#include "daedalus/language/semantics/reporter.h"
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

struct Vanishing {
  std::string_view text;
  std::string_view messages;
};

constexpr Vanishing kOwnSizes[] = {
    {"model M parameter Real a[size(a, 1)] = {1, 2}; Real x = a[1]; equation assert(a[1] > 5, \"never\"); "
     "end "
     "M;",
     "1:26-36 D0232 the size of `a` depends on `a` itself here\n"},
    {"model M Real x[size(x, 1)]; equation x[1] = 1; end M;",
     "1:16-26 D0232 the size of `x` depends on `x` itself here\n"},
    {"model M Real x[2, size(x, 2)]; end M;", "1:19-29 D0232 the size of `x` depends on `x` itself here\n"},
    {"model M Real x[2, sum(size(x))]; end M;", "1:23-30 D0232 the size of `x` depends on `x` itself here\n"},
    {"model M constant String s[size(s, 1)] = {\"a\"}; Real x = 1; end M;",
     "1:27-37 D0232 the size of `s` depends on `s` itself here\n"},
    // Through the value that `:` takes its size from.
    {"model M parameter Real a[:] = {size(a, 1), 2}; Real x = a[1]; end M;",
     "1:32-42 D0232 the size of `a` depends on `a` itself here\n"},
    {"model M Real x[:] = {x[2], 1}; end M;", "1:22-26 D0232 the size of `x` depends on `x` itself here\n"},
    {"model M Real x[:](start = {size(x, 1), 1}); equation x[1] = 1; end M;",
     "1:28-38 D0232 the size of `x` depends on `x` itself here\n"},
    {"model M parameter Real a[:] = ones(size(a, 1)); Real x = a[1]; end M;",
     "1:36-46 D0232 the size of `a` depends on `a` itself here\n"},
    // Through others.
    {"model M parameter Real a[size(b, 1)], b[size(a, 1)]; Real x = a[1]; equation assert(b[1] > 1, \"\"); "
     "end "
     "M;",
     "1:24-25 D0232 the declaration of `a` depends on itself\n"},
    {"model M parameter Real a[:] = b, b[:] = a; Real x = 1; end M;",
     "1:24-25 D0232 the declaration of `a` depends on itself\n"},
    {"model M Real a[size(b, 1)], b[:] = a; end M;",
     "1:14-15 D0232 the declaration of `a` depends on itself\n"},
};

TEST(NothingVanishes, AnArrayThatAsksForItsOwnSizeIsRefused) {
  for (const Vanishing& example : kOwnSizes) {
    const Flattened flattened = FlattenText(std::string(example.text));
    EXPECT_FALSE(flattened.system) << example.text;
    EXPECT_EQ(flattened.Messages(), example.messages) << example.text;
  }
}

TEST(NothingVanishes, WhatIsKnownOfTheOwnSizeCanBeAskedFor) {
  const System square = FlattenOk("model M Real x[3, size(x, 1)]; equation x = ones(3, 3); end M;");
  EXPECT_EQ(square.variables.size(), 9u);
  // All dimensions are counted, the one that asks included.
  const System rank = FlattenOk("model M Real x[4, ndims(x)]; equation x = ones(4, 2); end M;");
  EXPECT_EQ(rank.variables.size(), 8u);
  // Known everywhere else: in a value, an equation, an index.
  const System later = FlattenOk(
      "model M parameter Real a[3] = {size(a, 1), 2, 3}; Real x[2]; equation x[size(x, 1)] = a[size(a, 1)]; "
      "x[1] = 1; assert(a[size(x, 1)] > 1, \"\"); end M;");
  EXPECT_EQ(later.equations.size(), 2u);
  EXPECT_EQ(later.assertions.size(), 1u);
}

// The fields of a record share one value of the call: what the function asserts stays, and so does that a
// field depends on what is found at the start.
TEST(NothingVanishes, ARecordThatAFunctionComputesIsComputedOnceWithAllItSays) {
  const std::string classes =
      "record R Real a; Real b; end R; function f input Real x; output R r; algorithm assert(x < 0.5, \"\"); "
      "r := R(x, 2*x); end f; ";
  const System s = FlattenOk("model M " + classes +
                             "R r = f(time); parameter Real q(fixed = false); R s = f(q); "
                             "initial equation q = 0.25; end M;");
  EXPECT_EQ(s.assertions.size(), 2u) << "one of each call";
  EXPECT_EQ(s.equations.size(), 5u);
  const System p = FlattenOk("model M " + classes +
                             "parameter Real q(fixed = false); parameter R s = f(q); Real x = s.a + s.b; "
                             "initial equation q = 0.25; end M;");
  EXPECT_EQ(p.variables.size(), 4u) << "both fields are found at the start, with q";
}

TEST(NothingVanishes, AttributesOfStringsAreLookedAt) {
  const Flattened flattened =
      FlattenText("model M parameter String s(quantity = voltage) = \"a\"; Real x = 1; end M;");
  EXPECT_EQ(flattened.Messages(), "1:39-46 D0201 `voltage` is not declared\n");
}

TEST(NothingVanishes, GivingUpWithoutAReasonIsAnError) {
  Reporter reporter;
  const Span place{SourceFileId(0), 3, 5};
  reporter.Report(Warning(Code::kBadExperiment, place, "only a warning"));
  reporter.GiveUp(place);
  reporter.GiveUp({SourceFileId(0), 7, 9});
  EXPECT_TRUE(reporter.HasErrors());
  const auto messages = reporter.Take();
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[1].code, Code::kUnexplained);
  EXPECT_EQ(messages[1].primary.span, place);
}

TEST(NothingVanishes, GivingUpAfterAnErrorSaysNothingMore) {
  Reporter reporter;
  reporter.Report(Error(Code::kUnknownName, Span{SourceFileId(0), 3, 5}, "the reason"));
  reporter.GiveUp({SourceFileId(0), 1, 9});
  EXPECT_EQ(reporter.Take().size(), 1u);
}

}  // namespace
}  // namespace daedalus::semantics
