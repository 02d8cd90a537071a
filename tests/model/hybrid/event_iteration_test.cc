// One event, with continuous parts that are written as functions.
#include "daedalus/model/hybrid/event_iteration.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/hybrid/hybrid_system.h"

namespace daedalus::hybrid {
namespace {

// The continuous equations are functions here, which look at what is held for themselves: all of it may
// concern them.
EventModel Compiled(HybridSystem& h) {
  EventModel model = CompileEvents(h.system).value();
  model.is_continuous.assign(model.num_held(), 1);
  return model;
}

struct Bench {
  explicit Bench(HybridSystem& h, std::vector<double> start = {})
      : model(Compiled(h)), iteration(model, {}, 1e-6), y(std::move(start)), yp(y.size(), 0.0) {
    iteration.Guess(0, y, yp);
    part.y = y;
    part.yp = yp;
    part.solve = [] { return true; };
    part.set_state = [this](VariableId v, double value) {
      y[v.index()] = value;
      return true;
    };
  }
  double At(HeldId h) const { return iteration.held()[h.index()]; }

  EventModel model;
  EventIteration iteration;
  std::vector<double> y, yp;
  ContinuousPart part;
};

double ValueOf(const Bench& run, const HybridSystem& h, DiscreteId d) {
  return run.At(h.system.hybrid.discretes[d].value);
}

// A token that moves one place in each round: s2 := pre(s1), s3 := pre(s2), ...
TEST(EventIteration, MovesATokenThroughManyPlacesInOneInstant) {
  HybridSystem h;
  std::vector<DiscreteId> places;
  for (int i = 0; i < 50; ++i) places.push_back(h.Discrete(fmt::format("s{}", i)));
  h.Equate(h.Now(places[0]), h.Less(h.Constant(1), h.system.graph.Time(), true));
  for (std::size_t i = 1; i < places.size(); ++i) h.Equate(h.Now(places[i]), h.Pre(places[i - 1]));
  Bench run(h);
  ASSERT_TRUE(run.iteration.Start(0, run.part, run.part).ok());
  EXPECT_EQ(ValueOf(run, h, places.back()), 0);
  EXPECT_EQ(run.iteration.NextInstant(0), 1);
  const EventOutcome outcome = run.iteration.Handle(1, {}, run.part);
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome.rounds, 50);
  EXPECT_EQ(ValueOf(run, h, places.back()), 1);
  EXPECT_EQ(run.iteration.NextInstant(1), std::numeric_limits<double>::infinity());
}

// n ideal diodes in a loop of their own each: s_i = u_i (off: voltage) or u_i / R (on: current), both of the
// sign of u_i. The relations are all wrong at first, and all found.
TEST(EventIteration, SettlesMixedLoops) {
  HybridSystem h;
  const std::vector<double> u = {1, -2, 3, -4, 5};
  std::vector<DiscreteId> off;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const ExprId s = h.Variable(fmt::format("s{}", i));
    off.push_back(h.Discrete(fmt::format("off{}", i)));
    h.Equate(h.Now(off[i]), h.Less(s, h.Constant(0)));
  }
  Bench run(h, std::vector<double>(u.size(), 0.0));
  run.part.solve = [&] {
    for (std::size_t i = 0; i < u.size(); ++i) run.y[i] = ValueOf(run, h, off[i]) != 0 ? u[i] : u[i] / 10;
    return true;
  };
  ASSERT_TRUE(run.iteration.Start(0, run.part, run.part).ok());
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_EQ(ValueOf(run, h, off[i]), u[i] < 0 ? 1 : 0) << i;
}

// a: x < 0 and b: y < 0 with x = b ? 1 : -1 and y = a ? 1 : -1, so that a = not b: changing both at once
// leads from (0, 0) to (1, 1) and back.
TEST(EventIteration, ChangesOneAtATimeWhereAllAtOnceGoesInCircles) {
  HybridSystem h;
  const ExprId x = h.Variable("x"), y = h.Variable("y");
  const ExprId a = h.Less(x, h.Constant(0)), b = h.Less(y, h.Constant(0));
  Bench run(h, {1, 1});
  const HeldId ha = h.system.graph.held(a), hb = h.system.graph.held(b);
  run.part.solve = [&] {
    run.y[0] = run.At(hb) != 0 ? 1 : -1;
    run.y[1] = run.At(ha) != 0 ? 1 : -1;
    return true;
  };
  ASSERT_TRUE(run.iteration.Start(0, run.part, run.part).ok());
  EXPECT_NE(run.At(ha), run.At(hb));
}

// x = r ? 1 : -1 with r: x < 0 has no answer.
TEST(EventIteration, TellsARelationThatContradictsItself) {
  HybridSystem h;
  const ExprId x = h.Variable("x");
  const HeldId r = h.system.graph.held(h.Less(x, h.Constant(0)));
  Bench run(h, {1});
  run.part.solve = [&] {
    run.y[0] = run.At(r) != 0 ? 1 : -1;
    return true;
  };
  const EventOutcome outcome = run.iteration.Start(0, run.part, run.part);
  EXPECT_EQ(outcome.status, EventOutcome::Status::kNotSettled);
  ASSERT_EQ(outcome.culprits.size(), 1u);
  EXPECT_EQ(outcome.culprits[0], r);
}

// A thyristor at the end of its current. It conducts with s = -5.7e-9, the rounding of 300 V over 1e-5 Ohm.
// It blocks with s = 9.3e-6, the current that it really has over its leakage. Both contradict themselves, and
// both are zero for sides that were 300 before. `off` is the jump between them.
EventOutcome CrossByNoise(double on, double off) {
  HybridSystem h;
  const ExprId s = h.Variable("s");
  const HeldId blocks = h.system.graph.held(h.Less(s, h.Constant(0)));
  Bench run(h, {300});
  EXPECT_TRUE(run.iteration.Start(0, run.part, run.part).ok());
  std::vector<double> roots(1);
  run.iteration.Roots(0.5, run.y, run.yp, roots);
  run.y[0] = on;
  run.part.solve = [&] {
    run.y[0] = run.At(blocks) != 0 ? off : on;
    return true;
  };
  return run.iteration.Handle(1, std::vector<std::int32_t>{0}, run.part);
}

TEST(EventIteration, NoiseMayCrossWithoutAnAgreement) {
  EXPECT_TRUE(CrossByNoise(-5.7e-9, 9.3e-6).ok());
  // Larger than a hundred tolerances of what it has been: that is no noise.
  EXPECT_EQ(CrossByNoise(-0.1, 0.1).status, EventOutcome::Status::kNotSettled);
}

// The combination (false, false), which the start values ask for, is singular; (true, false) is the answer.
TEST(EventIteration, PassesOverASingularCombination) {
  HybridSystem h;
  const ExprId x = h.Variable("x"), y = h.Variable("y");
  const HeldId a = h.system.graph.held(h.Less(x, h.Constant(0))),
               b = h.system.graph.held(h.Less(y, h.Constant(0)));
  Bench run(h, {-1, -1});
  run.part.solve = [&] {
    if (run.At(a) == 0 && run.At(b) == 0) return false;
    run.y = {run.At(b) != 0 ? 1.0 : -1.0, 1.0};
    return true;
  };
  ASSERT_TRUE(run.iteration.Start(0, run.part, run.part).ok());
  EXPECT_EQ(run.At(a), 1);
  EXPECT_EQ(run.At(b), 0);
}

// What a value of zero means is decided by the direction from which it came.
TEST(EventIteration, RoundingDoesNotUndoACrossing) {
  HybridSystem h;
  const ExprId w = h.Variable("w");
  const HeldId r = h.system.graph.held(h.Less(h.Constant(0), w));  // w > 0
  Bench run(h, {1});
  ASSERT_TRUE(run.iteration.Start(0, run.part, run.part).ok());
  EXPECT_EQ(run.At(r), 1);
  run.y[0] = 1e-17;  // it has come to rest, up to rounding
  ASSERT_TRUE(run.iteration.Handle(1, std::vector<std::int32_t>{0}, run.part).ok());
  EXPECT_EQ(run.At(r), 0);
  ASSERT_TRUE(run.iteration.Handle(2, {}, run.part).ok());
  EXPECT_EQ(run.At(r), 0) << "and stays at rest";
  run.part.solve = [&] { return true; };
  double g = 0;
  run.iteration.Roots(2, run.y, run.yp, {&g, 1});
  EXPECT_GT(g, 0);
}

// A derivative is known less well between the steps than the equations know it: a crossing is taken back by
// more than the tolerance of what is left of it, again and again. What it has been since it last changed
// tells that this is noise.
TEST(EventIteration, ACrossingIsNotTakenBackForEver) {
  HybridSystem h;
  const ExprId slope = h.Variable("slope");
  const DiscreteId rises = h.Discrete("rises");
  h.Equate(h.Now(rises), h.Less(h.Constant(0), slope));
  Bench run(h, {1000.0});
  ASSERT_TRUE(run.iteration.Start(0, run.part, run.part).ok());
  ASSERT_EQ(ValueOf(run, h, rises), 1);
  std::vector<double> root(1);
  run.iteration.Roots(0.5, run.y, run.yp, root);
  run.part.solve = [&] {
    run.y[0] = 0.05;  // by the equations; the dense output had -1e-6
    return true;
  };
  int count = 0;
  for (; ValueOf(run, h, rises) == 1 && count < 10; ++count) {
    run.y[0] = -1e-6;
    ASSERT_TRUE(run.iteration.Handle(1 + 1e-9 * count, std::vector<std::int32_t>{0}, run.part).ok());
  }
  EXPECT_EQ(ValueOf(run, h, rises), 0);
  EXPECT_GT(count, 1);
  EXPECT_LT(count, 5);
}

// A jump is no crossing: there the numbers decide, equality included.
TEST(EventIteration, AfterAJumpEqualityIsEquality) {
  HybridSystem h;
  const ExprId u = h.Variable("u");
  const HeldId r = h.system.graph.held(h.Less(h.Constant(1), u, true));  // u >= 1
  const HeldId on = h.system.graph.held(h.Less(h.Constant(1), h.system.graph.Time(), true));
  Bench run(h, {0});
  run.part.solve = [&] {
    run.y[0] = run.At(on);
    return true;
  };
  ASSERT_TRUE(run.iteration.Start(0, run.part, run.part).ok());
  EXPECT_EQ(run.At(r), 0);
  ASSERT_TRUE(run.iteration.Handle(1, {}, run.part).ok());
  EXPECT_EQ(run.At(r), 1);
}

// Reinits see the values before any of them: two states are exchanged.
TEST(EventIteration, ReinitsHappenTogether) {
  HybridSystem h;
  const ExprId x = h.Variable("x"), y = h.Variable("y");
  const DiscreteId c = h.Discrete("c");
  h.Equate(h.Now(c), h.Less(h.Constant(1), h.system.graph.Time(), true));
  const ExprId active = h.And(h.Now(c), h.Not(h.Pre(c)));
  h.system.hybrid.reinits = {{active, x, y, {}}, {active, y, x, {}}};
  Bench run(h, {3, 4});
  ASSERT_TRUE(run.iteration.Start(0, run.part, run.part).ok());
  const EventOutcome outcome = run.iteration.Handle(1, {}, run.part);
  ASSERT_TRUE(outcome.ok());
  EXPECT_TRUE(outcome.moved);
  EXPECT_EQ(run.y, (std::vector<double>{4, 3}));
}

// Instants are start + k interval, so that sample(0, 0.1) and sample(0, 0.3) meet at 0.3, 0.6, ...
TEST(EventIteration, SamplesOfCommensurableIntervalsMeet) {
  HybridSystem h;
  const SampleId a = AddSample(h.system.hybrid, {h.Constant(0), h.Constant(0.1), {}, {}});
  const SampleId b = AddSample(h.system.hybrid, {h.Constant(0), h.Constant(0.3), {}, {}});
  const DiscreteId both = h.Discrete("both"), meetings = h.Discrete("meetings"), ticks = h.Discrete("ticks");
  const ExprId ta = h.system.graph.Held(h.system.hybrid.samples[a].value);
  const ExprId tb = h.system.graph.Held(h.system.hybrid.samples[b].value);
  h.Equate(h.Now(both), h.And(ta, tb));
  expr::Graph& g = h.system.graph;
  const auto count = [&](DiscreteId n, ExprId active) {
    h.Equate(h.Now(n), expr::Conditional(g, active, expr::Sum(g, h.Pre(n), h.Constant(1)), h.Pre(n)));
  };
  const DiscreteId any = h.Discrete("any");
  h.Equate(h.Now(any), h.Or(ta, tb));
  count(meetings, h.And(h.Now(both), h.Not(h.Pre(both))));
  count(ticks, h.And(h.Now(any), h.Not(h.Pre(any))));
  Bench run(h);
  ASSERT_TRUE(run.iteration.Start(0, run.part, run.part).ok());
  for (double t = run.iteration.NextInstant(0); t < 3.05; t = run.iteration.NextInstant(t))
    ASSERT_TRUE(run.iteration.Handle(t, {}, run.part).ok());
  EXPECT_EQ(ValueOf(run, h, ticks), 31);     // 0, 0.1, ..., 3.0
  EXPECT_EQ(ValueOf(run, h, meetings), 11);  // 0, 0.3, ..., 3.0
}

TEST(EventIteration, TwoThatNeverAgreeAreNamed) {
  HybridSystem h;
  const DiscreteId b = h.Discrete("b");
  h.Equate(h.Now(b), h.Not(h.Pre(b)));
  Bench run(h);
  const EventOutcome outcome = run.iteration.Start(0, run.part, run.part);
  EXPECT_EQ(outcome.status, EventOutcome::Status::kEndless);
  ASSERT_FALSE(outcome.culprits.empty());
  EXPECT_EQ(outcome.culprits[0], h.system.hybrid.discretes[b].value);
}

}  // namespace
}  // namespace daedalus::hybrid
