// Many components that call one function of steam for several results, each in an equation of its own, as
// media do. Goals: residuals and Jacobian at one point compute the function once for each component, and its
// derivatives once for each component and direction; assembled code needs a third of the interpreter's time
// at most.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/programs/codegen/routine_code.h"
#include "daedalus/system/routine/call_memory.h"
#include "problems/steam_like.h"
#include "run_text.h"

namespace {

using namespace daedalus;  // NOLINT(google-build-using-namespace): a program of its own

constexpr std::size_t kComponents = 40, kResults = 3, kDirections = 2;
constexpr double kMostOfInterpreter = 1.0 / 3.0;

const std::string kText = "model Plant" + std::string(problems::kSteamLikeFunction) + R"(
  Real p[40](each start = 1e5, each fixed = true), h[40](each start = 1e6, each fixed = true);
  Real T[40], d[40], s[40];
equation
  for i in 1:40 loop
    (T[i], d[i], s[i]) = state(p[i], h[i]);
    der(p[i]) = 1e5 - d[i];
    der(h[i]) = T[i] - s[i];
  end for;
end Plant;
)";

struct Plant {
  Plant() : system(bench::FlatText(kText)), kernels(codegen::CompileModel(system)) {
    for (std::size_t k = 0; k < system.variables.size(); ++k) {
      // Pressures and enthalpies come first, all of them different.
      const double part = static_cast<double>(k % kComponents);
      y.push_back(k < kComponents ? 1e5 + 1e3 * part : k < 2 * kComponents ? 8e5 + 1e4 * part : 300.0);
      yp.push_back(0.0);
    }
    residuals.resize(system.equations.size());
    entries.resize(kernels->jacobian.pattern().row_indices.size());
  }
  void Evaluate() {
    const codegen::KernelInputs inputs(0.0, y.data(), yp.data(), nullptr);
    kernels->residual.Evaluate(inputs, residuals.data());
    kernels->jacobian.Evaluate(inputs, 1.0, entries.data());
  }

  System system;
  std::unique_ptr<codegen::ModelKernels> kernels;
  std::vector<double> y, yp, residuals, entries;
};

// Microseconds for residuals and Jacobian at a point that is new each time.
double TimeOf(Plant& plant) {
  double best = 1e9;
  for (int round = 0; round < 200; ++round) {
    for (std::size_t k = 0; k < 2 * kComponents; ++k) plant.y[k] *= 1.0 + 1e-7;
    const auto begin = std::chrono::steady_clock::now();
    plant.Evaluate();
    const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - begin;
    best = std::min(best, spent.count());
  }
  return best;
}

}  // namespace

int main() {
  Plant plant;
  plant.Evaluate();
  const std::int64_t before = routine::ThreadCalls().num_kept();
  for (double& value : plant.y) value *= 1.0 + 1e-6;
  plant.Evaluate();
  plant.Evaluate();
  const auto computed = static_cast<std::size_t>(routine::ThreadCalls().num_kept() - before);
  const std::size_t needed = kComponents * (1 + kDirections);
  const std::size_t asked = 2 * kComponents * kResults * (1 + kDirections);
  Plant interpreted;
  codegen::KeepInterpreted(interpreted.system.graph.functions());
  codegen::KeepInterpreted(codegen::CalledFunctions(interpreted.kernels->jacobian.kernel().program()));
  const double slow = TimeOf(interpreted), fast = TimeOf(plant);
  const bool ok = computed <= needed && fast <= kMostOfInterpreter * slow;
  fmt::print("{} components, residuals and Jacobian, each asked for twice\n", kComponents);
  fmt::print("calls: {} asked for, {} computed; goal: {}\n", asked, computed, needed);
  fmt::print("microseconds at a new point: interpreted {:.1f}, assembled {:.1f}; goal: a third{}\n", slow,
             fast, ok ? "" : "   MISSED");
  return ok ? 0 : 1;
}
