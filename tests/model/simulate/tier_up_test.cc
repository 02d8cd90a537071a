#include "daedalus/model/simulate/tier_up.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/system/builder.h"

namespace daedalus::simulate {
namespace {

System Oscillator() {
  Model m("M");
  auto x = m.Variable("x"), v = m.Variable("v");
  m.Equation(der(x) == v);
  m.Equation(der(v) == -sin(x));
  return std::move(m).Build().value();
}

TEST(TierUp, AShortRunIsNotCompiled) {
  const System s = Oscillator();
  auto kernels = codegen::CompileModel(s);
  TierUp tier_up(kernels->all(), CodeChoice::kAuto);
  tier_up.AfterStep();
  EXPECT_FALSE(tier_up.Finish().has_value());
  EXPECT_EQ(kernels->residual.machine_code(), nullptr);
#if defined(__x86_64__) && defined(__linux__)
  EXPECT_TRUE(tier_up.IsAssembled()) << "that is there before the first step";
#endif
}

TEST(TierUp, ALongRunTriesMachineCodeOnce) {
  const System s = Oscillator();
  auto kernels = codegen::CompileModel(s);
  TierUp tier_up(kernels->all(), CodeChoice::kAuto);
  std::this_thread::sleep_for(std::chrono::duration<double>(1.5 * EstimateCompileSeconds(kernels->all())));
  tier_up.AfterStep();
  EXPECT_EQ(tier_up.Finish(), std::nullopt) << "the module stands beside the test program";
  EXPECT_TRUE(tier_up.IsMachineCode());
  const codegen::MachineCode* code = kernels->residual.machine_code();
  ASSERT_NE(code, nullptr);
  tier_up.AfterStep();
  tier_up.Finish();
  EXPECT_EQ(kernels->residual.machine_code(), code) << "it was compiled a second time";
}

TEST(TierUp, TheInterpreterCanBeInsistedOn) {
  const System s = Oscillator();
  auto kernels = codegen::CompileModel(s);
  TierUp tier_up(kernels->all(), CodeChoice::kInterpreter);
  std::this_thread::sleep_for(std::chrono::duration<double>(1.5 * EstimateCompileSeconds(kernels->all())));
  tier_up.AfterStep();
  EXPECT_FALSE(tier_up.Finish().has_value());
  EXPECT_EQ(kernels->residual.machine_code(), nullptr);
  EXPECT_FALSE(tier_up.IsAssembled());
}

}  // namespace
}  // namespace daedalus::simulate
