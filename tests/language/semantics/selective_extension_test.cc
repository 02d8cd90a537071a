// Selective model extension (Modelica 3.6, section 7.4): what an extends clause takes out of its base class.
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

std::string WithNet(std::string_view model) {
  return fmt::format(
      "connector Pin Real v; flow Real i; end Pin;"
      "model Load Pin p; parameter Real R = 1; equation p.v = R * p.i; end Load;"
      "model Supply Pin p; equation p.v = 12; end Supply;"
      "model Net Supply s; Load a(R = 3), b(R = 4); parameter Real q = 1; model Inner end Inner; equation "
      "connect(s.p, a.p); connect(b.p, /* back */ s. p); end Net;\n{}",
      model);
}

bool HasVariable(const System& system, std::string_view name) {
  return std::ranges::any_of(system.variables, [&](const Variable& v) { return NameOf(system, v) == name; });
}

TEST(SelectiveExtension, AComponentIsTakenOutWithItsConnections) {
  const System system = FlattenOk(WithNet("model M extends Net(break b); end M;"));
  EXPECT_FALSE(HasVariable(system, "b.p.i"));
  EXPECT_EQ(Count(system, "s.p.i + a.p.i = 0"), 1u) << All(system);
  EXPECT_EQ(system.equations.size(), system.variables.size());
}

TEST(SelectiveExtension, AConnectionIsTakenOutHoweverItIsWritten) {
  for (const std::string_view ends : {"s.p, b.p", "b.p, s.p"}) {
    const System system =
        FlattenOk(WithNet(fmt::format("model M extends Net(break connect({})); end M;", ends)));
    EXPECT_EQ(Count(system, "b.p.i = 0"), 1u) << All(system);
    EXPECT_EQ(Count(system, "s.p.i + a.p.i = 0"), 1u) << All(system);
    EXPECT_EQ(system.equations.size(), system.variables.size());
  }
  const System loop =
      FlattenOk(WithNet("model Many Load x[4], y[2]; equation for k in 1:2 loop if true then "
                        "connect(x[2*k].p, y[k].p); end if; "
                        "end for; end Many;"
                        "model M extends Many(break connect(y[k].p, x[2 * k].p)); end M;"));
  EXPECT_EQ(Count(loop, "y[2].p.i = 0"), 1u) << All(loop);
}

TEST(SelectiveExtension, AnotherComponentMayHaveTheName) {
  const System system =
      FlattenOk(WithNet("model M extends Net(break b); Supply b; equation connect(b.p, a.p); end M;"
                        "model Use M m(a(R = 7)); end Use;"));
  EXPECT_EQ(Count(system, "m.b.p.v = 12"), 1u) << All(system);
  EXPECT_EQ(Count(system, "m.s.p.i + m.a.p.i + m.b.p.i = 0"), 1u) << All(system);
}

// Also where the clause is that of a class in between.
TEST(SelectiveExtension, HoldsForWhatTheBaseClassInherits) {
  const System system = FlattenOk(
      WithNet("model Between extends Net; end Between; model M extends Between(break b, a(R = 2)); end M;"));
  EXPECT_FALSE(HasVariable(system, "b.p.i"));
  EXPECT_EQ(system.equations.size(), system.variables.size());
  const System further =
      FlattenOk(WithNet("model Between extends Net(break b); end Between; model M extends Between; end M;"));
  EXPECT_FALSE(HasVariable(further, "b.p.i"));
}

TEST(SelectiveExtension, WhatMatchesNothingIsRefused) {
  const auto messages = [](std::string_view model) { return FlattenText(WithNet(model)).Messages(); };
  EXPECT_EQ(messages("model M extends Net(break c); end M;"),
            "2:21-28 D0239 `Net` has no component `c` to deselect\n");
  EXPECT_EQ(messages("model M extends Net(break connect(a.p, b.p)); end M;"),
            "2:21-44 D0239 `Net` has no `connect(a.p, b.p)` to deselect\n");
  EXPECT_EQ(messages("model M extends Net(break b, break connect(s.p, b.p)); end M;"),
            "2:30-53 D0239 `Net` has no `connect(s.p, b.p)` to deselect\n")
      << "the component takes its connections with it";
  EXPECT_EQ(messages("model M extends Net(break b, b(R = 3)); end M;"),
            "2:30-31 D0239 `b` is deselected, and cannot be modified\n");
  EXPECT_EQ(messages("model M extends Net(break q); end M;"),
            "2:21-28 D0239 `q` is a Real: only models, blocks and connectors can be deselected\n");
  EXPECT_EQ(messages("model M extends Net(break Inner); end M;"),
            "2:21-32 D0239 `Inner` is a class: only components and connections can be deselected\n");
  EXPECT_EQ(messages("model M Net n(break b); end M;"),
            "2:15-22 D0239 only an extends clause deselects components and connections\n");
  EXPECT_EQ(messages("model N extends Net(break b); end N; model M N n(b(R = 2)); end M;"),
            "2:50-51 D0239 `n` (a `N`) has no `b` to modify\n");
}

}  // namespace
}  // namespace daedalus::semantics
