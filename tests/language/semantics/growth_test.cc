// Flattening costs what the result is large: counted, and loosely timed.
#include <chrono>

#include "language/semantics/models.h"
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

struct Cost {
  std::size_t equations, nodes, bytes;
  double seconds;
};

Cost FlattenChain(int num_cells) {
  Parsed parsed(RcChain(num_cells));
  Diagnostics warnings;
  const auto begin = std::chrono::steady_clock::now();
  const auto system = Flatten(parsed.Store(), *FindModel(parsed.Store()), {}, warnings);
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

// der(der(...(f(x))))
std::size_t NodesOfDerivative(std::string_view f, int order) {
  std::string text(f);
  for (int k = 0; k < order; ++k) text = fmt::format("der({})", text);
  return FlattenOk(Wrap("Real x; Real y;", fmt::format("x = time; y = {};", text))).graph.size();
}

TEST(Growth, DerivativesOfHighOrderDoNotDouble) {
  // By the rule of Leibniz the k-th derivative of a product or quotient has k + 1 terms over lower ones: the
  // graph grows with the square of the order, or the cube where one is inside the other. That of a function
  // of a function grows with the number of partitions of the order (Faa di Bruno): 135 at 14, 627 at 20.
  for (const char* f : {"x * x", "1 / x", "sqrt(x)", "x / (1 + x ^ 2)"}) {
    EXPECT_LE(NodesOfDerivative(f, 20), 9 * NodesOfDerivative(f, 10)) << f;
  }
  for (const char* f : {"sin(x)", "atan2(x, 2)", "exp(x / (1 + x))", "asin(x / 2)", "x ^ 2.5"}) {
    EXPECT_LE(NodesOfDerivative(f, 20), 9 * NodesOfDerivative(f, 14)) << f;
  }
}

TEST(Growth, ProductsOfLargeConstantMatricesAreNumbers) {
  // 3.4e9 terms: two seconds as numbers, the whole memory as expressions. A(i, j) = i, so the sum over j of
  // A(i, j) A(j, k) is i (1 + ... + n).
  constexpr std::string_view kText =
      "model M {0} Real A[n, n] = {{i for j in 1:n, i in 1:n}}; {0} Real B[n, n] = A * A; constant Integer n "
      "= "
      "{1}; Real x = B[7, 3]; end M;";
  for (const char* prefix : {"constant", "parameter"}) {
    const System system = FlattenOk(fmt::format(kText, prefix, 600));
    EXPECT_LE(system.graph.size(), 400'000u);
    const auto parameters = EvaluateParameters(system);
    ASSERT_TRUE(parameters.ok());
    const std::size_t at = 600 * 600 + 6 * 600 + 2;
    EXPECT_EQ(NameOf(system, ParameterId(at)), "B[7,3]");
    EXPECT_EQ(parameters->values[at], 7.0 * 600 * 601 / 2);
  }
}

TEST(Growth, AProductThatCanBeWrittenOutStaysSettable) {
  const System system =
      FlattenOk("model M parameter Real A[2, 2] = {{1, 2}, {3, 4}}, B[2, 2] = A * A; end M;");
  EXPECT_FALSE(system.parameters[ParameterId(0)].is_constant);
  const ParameterOverride overrides[] = {{ParameterId(0), 5.0}};
  const auto parameters = EvaluateParameters(system, overrides);
  ASSERT_TRUE(parameters.ok());
  EXPECT_EQ(parameters->values, (std::vector<double>{5, 2, 3, 4, 31, 18, 27, 22}));
}

}  // namespace
}  // namespace daedalus::semantics
