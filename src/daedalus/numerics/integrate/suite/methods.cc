#include "daedalus/numerics/integrate/suite/methods.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "daedalus/numerics/integrate/sundials/ida.h"

namespace daedalus::integrate {
namespace {

constexpr MethodInfo kIda{.name = "ida",
                          .family = "multistep",
                          .min_order = 1,
                          .max_order = 5,
                          .description = "SUNDIALS IDA: variable-order BDF for F(t, y, y') = 0",
                          .takes_fixed_step = false,
                          .keeps_signs = false,
                          .max_index = 2};

std::vector<MethodInfo> AllMethods() {
  const std::span<const MethodInfo> own = OwnMethods();
  std::vector<MethodInfo> all(own.begin(), own.end());
  all.insert(all.begin() + 1, kIda);  // after `auto`
  return all;
}

}  // namespace

std::span<const MethodInfo> Methods() {
  static const std::vector<MethodInfo> all = AllMethods();
  return all;
}

const MethodInfo* FindMethod(std::string_view name) {
  const auto found = std::ranges::find(Methods(), name, &MethodInfo::name);
  return found == Methods().end() ? nullptr : &*found;
}

std::string MethodsForIndex(int index) {
  std::vector<MethodInfo> able;
  std::ranges::copy_if(Methods(), std::back_inserter(able), [&](const MethodInfo& method) {
    return method.name != "auto" && method.max_index >= index;
  });
  return NamesOfAvailable(able);
}

Expected<std::unique_ptr<Integrator>, std::string> MakeIntegrator(std::string_view method, DaeProblem problem,
                                                                  Tolerances tolerances,
                                                                  IntegratorOptions options) {
  const MethodInfo* info = FindMethod(method);
  if (!info || !info->available) {
    return Failure{(info ? WhyUnavailable(*info) : "there is no method `" + std::string(method) + "`") +
                   "; available: " + NamesOfAvailable(Methods())};
  }
  if (method == "ida") return MakeWithCrossings(MakeIda, std::move(problem), std::move(tolerances), options);
  return MakeOwnIntegrator(method, std::move(problem), std::move(tolerances), options);
}

}  // namespace daedalus::integrate
