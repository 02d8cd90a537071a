#include "daedalus/products/exported/used_rules.h"

#include <gtest/gtest.h>

namespace daedalus::exported {
namespace {

constexpr const char* kRules = R"(/* ---- rules ---- */

static const double kOne = 1.0;

/* Used by nobody. */
static const int kTwo = 2;

typedef struct {
  double x;
} state;

static inline double twice(double x) {
  return kOne * x + x;
}

static inline double four_times(double x) {
  return twice(twice(x));
}

static inline double twice_and(double x) {
  return twice(x) + 1.0;
}

)";

TEST(UsedRules, AreThoseThatAreCalledAndWhatTheyCall) {
  const std::string used = UsedRules(kRules, "y = four_times(x);");
  EXPECT_NE(used.find("double four_times("), std::string::npos);
  EXPECT_NE(used.find("double twice("), std::string::npos);
  EXPECT_NE(used.find("kOne = 1.0"), std::string::npos);
  EXPECT_EQ(used.find("kTwo"), std::string::npos);
  EXPECT_EQ(used.find("twice_and"), std::string::npos);
  EXPECT_EQ(used.find("Used by nobody"), std::string::npos);
}

TEST(UsedRules, TypesAreAlwaysThere) {
  EXPECT_EQ(UsedRules(kRules, "int main(void) { return 0; }"),
            "/* ---- rules ---- */\n\ntypedef struct {\n  double x;\n} state;\n\n");
}

TEST(UsedRules, AWordInALongerWordIsNone) {
  EXPECT_EQ(UsedRules(kRules, "my_twice(x); twice2(x);").find("inline"), std::string::npos);
}

}  // namespace
}  // namespace daedalus::exported
