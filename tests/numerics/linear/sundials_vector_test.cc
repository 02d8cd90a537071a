#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "daedalus/numerics/linear/sundials/vector.h"

namespace daedalus::linear {
namespace {

// Our vector and SUNDIALS' own, with the same values.
struct Pair {
  VectorHandle ours;
  VectorHandle theirs;
};

class SundialsVector : public testing::TestWithParam<int> {
 protected:
  Pair Random() {
    Pair pair{NewVector(GetParam(), context_), VectorHandle(N_VNew_Serial(GetParam(), context_))};
    for (std::size_t i = 0; i < Values(pair.ours).size(); ++i) {
      Values(pair.ours)[i] = Values(pair.theirs)[i] = std::uniform_real_distribution(-2.0, 2.0)(random_);
    }
    return pair;
  }
  static void ExpectEqual(const Pair& pair) {
    for (std::size_t i = 0; i < Values(pair.ours).size(); ++i) {
      ASSERT_DOUBLE_EQ(Values(pair.ours)[i], Values(pair.theirs)[i]) << i;
    }
  }
  SundialsContext context_;
  std::mt19937 random_{17};
};

TEST_P(SundialsVector, ElementwiseOperationsAgreeWithSundials) {
  for (const auto& [a, b] : {std::pair{1.0, 1.0}, {1.0, -1.0}, {1.0, 0.3}, {0.3, 1.0}, {-0.7, 2.5}}) {
    const Pair x = Random(), y = Random(), z = Random();
    N_VLinearSum(a, x.ours.get(), b, y.ours.get(), z.ours.get());
    N_VLinearSum(a, x.theirs.get(), b, y.theirs.get(), z.theirs.get());
    ExpectEqual(z);
    N_VLinearSum(a, x.ours.get(), b, y.ours.get(), x.ours.get());
    N_VLinearSum(a, x.theirs.get(), b, y.theirs.get(), x.theirs.get());
    ExpectEqual(x);
  }
  const Pair x = Random(), y = Random(), z = Random();
  const auto both = [&](auto operation) {
    operation(x.ours.get(), y.ours.get(), z.ours.get());
    operation(x.theirs.get(), y.theirs.get(), z.theirs.get());
    ExpectEqual(z);
  };
  both([](N_Vector u, N_Vector v, N_Vector w) { N_VProd(u, v, w); });
  both([](N_Vector u, N_Vector, N_Vector w) { N_VScale(1.0, u, w); });
  both([](N_Vector u, N_Vector, N_Vector w) { N_VScale(-3.0, u, w); });
  both([](N_Vector u, N_Vector, N_Vector w) { N_VAbs(u, w); });
  both([](N_Vector u, N_Vector, N_Vector w) { N_VInv(u, w); });
  both([](N_Vector u, N_Vector, N_Vector w) { N_VAddConst(u, 0.25, w); });
  both([](N_Vector, N_Vector, N_Vector w) { N_VConst(4.0, w); });
}

TEST_P(SundialsVector, NormsAndCombinationsAgreeUpToRounding) {
  const Pair x = Random(), y = Random(), u = Random();
  EXPECT_NEAR(N_VWrmsNorm(x.ours.get(), y.ours.get()), N_VWrmsNorm(x.theirs.get(), y.theirs.get()), 1e-13);
  EXPECT_NEAR(N_VDotProd(x.ours.get(), y.ours.get()), N_VDotProd(x.theirs.get(), y.theirs.get()),
              1e-12 * GetParam());
  double c[] = {0.5, -2.0, 3.0};
  N_Vector ours[] = {x.ours.get(), y.ours.get(), u.ours.get()};
  N_Vector theirs[] = {x.theirs.get(), y.theirs.get(), u.theirs.get()};
  N_VLinearCombination(3, c, ours, x.ours.get());
  N_VLinearCombination(3, c, theirs, x.theirs.get());
  for (std::size_t i = 0; i < Values(x.ours).size(); ++i)
    ASSERT_NEAR(Values(x.ours)[i], Values(x.theirs)[i], 1e-14);
}

TEST_P(SundialsVector, ClonesKeepTheLoops) {
  const Pair x = Random();
  const VectorHandle clone(N_VClone(x.ours.get()));
  EXPECT_EQ(clone->ops->nvlinearsum, x.ours->ops->nvlinearsum);
  EXPECT_NE(clone->ops->nvlinearsum, x.theirs->ops->nvlinearsum);
}

INSTANTIATE_TEST_SUITE_P(Sizes, SundialsVector, testing::Values(1, 7, 8, 9, 1000, 1025));

}  // namespace
}  // namespace daedalus::linear
