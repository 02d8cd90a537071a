// Derivatives of all models of models/ against difference quotients of high order, beside the start, where
// less is zero than at it; and both kinds of products against each other.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>

#include "daedalus/model/instance.h"
#include "daedalus/model/responses.h"
#include "golden/all_models.h"

namespace daedalus::model {
namespace {

using enum ResponseOf;
using enum ResponseTo;
using Vector = std::vector<double>;

Vector RandomVector(std::size_t n, std::mt19937_64& random) {
  Vector out(n);
  for (double& value : out) value = std::uniform_real_distribution(-1.0, 1.0)(random);
  return out;
}

// A little beside the start, if the model has values there.
void MoveABit(Instance& instance) {
  std::mt19937_64 random(3);
  const Vector x(instance.states().begin(), instance.states().end()), nominal = instance.NominalsOfStates();
  Vector moved = RandomVector(x.size(), random);
  for (std::size_t i = 0; i < x.size(); ++i)
    moved[i] = x[i] + 0.01 * moved[i] * std::max(std::abs(x[i]), 0.1 * nominal[i]);
  instance.SetStates(moved);
  if (!instance.Values()) instance.SetStates(x);
}

std::unique_ptr<Instance> BeginBesideStart(const std::string& file) {
  auto model = LoadModel(file);
  if (!model) return nullptr;
  const double start = model->experiment().start_time.value_or(0);
  auto instance = Instance::Make(model, {.sliding = file.starts_with("sliding/")});
  if (!instance || !(*instance)->Initialize(start)) return nullptr;
  MoveABit(**instance);
  return *std::move(instance);
}

// What the products are of. Empty: it has no value there.
Vector Evaluate(Instance& instance, ResponseOf of) {
  if (of == kDerivatives) {
    const auto found = instance.Derivatives();
    return found ? Vector(found->begin(), found->end()) : Vector();
  }
  if (of == kValues) {
    const auto found = instance.Values();
    return found ? Vector(found->begin(), found->end()) : Vector();
  }
  Vector out(instance.num_indicators());
  return instance.Indicators(out) ? out : Vector();
}

constexpr double kAllowedError = 1e-9;
// What a difference quotient loses by rounding, in units of the allowed error: a part of the value, and of
// the largest one, whose terms may cancel in it.
double RoundingOf(const Vector& values, std::size_t row) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return 1e-5 * (std::abs(values[row]) + 1e-3 * largest);
}

// What is read from the past has leaves that each evaluation sets anew, and counts as constant.
bool ReadsThePast(const std::string& file) {
  return file == "events/PipeBothWays.mo" || file == "events/VaryingDelay.mo";
}

// Models that have points without a derivative where they begin.
bool HasNoDerivative(const std::string&, ResponseOf) {
  return false;
}

// What a sixth-order central difference is made of: values at x + k h, k = -3 .. 3 without 0. `evaluate(k)`
// has the values at k steps, and no values where there are none.
template <class At>
std::optional<Vector> Difference(At evaluate, double h) {
  constexpr double kWeights[] = {45.0 / 60, -9.0 / 60, 1.0 / 60};
  Vector out;
  for (int k = 1; k <= 3; ++k) {
    for (const double side : {1.0, -1.0}) {
      const Vector value = evaluate(side * k * h);
      if (value.empty()) return std::nullopt;
      out.resize(value.size());
      for (std::size_t r = 0; r < value.size(); ++r) out[r] += side * kWeights[k - 1] / h * value[r];
    }
  }
  return out;
}

// The row with the largest error relative to its size, with the best of several steps for each row.
struct LargestError {
  double error = 0;
  std::size_t row = 0;
};
template <class At>
LargestError ErrorOf(At evaluate, const Vector& exact, const Vector& sizes, std::span<const double> steps) {
  Vector best(exact.size(), INFINITY);
  for (const double h : steps) {
    if (std::ranges::all_of(best, [](double error) { return error <= kAllowedError; })) break;
    const auto found = Difference(evaluate, h);
    for (std::size_t r = 0; found && r < exact.size(); ++r) {
      const double error = std::abs((*found)[r] - exact[r]);
      best[r] = std::min(best[r], error == 0 ? 0 : error / sizes[r]);
    }
  }
  if (best.empty()) return {};
  const auto worst = std::ranges::max_element(best);
  return {*worst, static_cast<std::size_t>(worst - best.begin())};
}

// Larger ones take too long, and are chains of the same cells. The loops of the shuttle search for minutes.
bool IsSmall(const std::string& file, const Instance& instance) {
  return instance.num_states() > 0 && instance.num_states() <= 120 &&
         file != "higher_index/ShuttleReentry.mo";
}

class AllResponses : public testing::TestWithParam<std::string> {};

TEST_P(AllResponses, AgreeWithDifferences) {
  const auto instance = BeginBesideStart(GetParam());
  if (!instance || !IsSmall(GetParam(), *instance)) return;
  std::mt19937_64 random(1);
  const Vector x(instance->states().begin(), instance->states().end()),
      nominal = instance->NominalsOfStates();
  Vector direction = RandomVector(x.size(), random);
  for (std::size_t i = 0; i < x.size(); ++i) direction[i] *= std::max(std::abs(x[i]), 1e-3 * nominal[i]);
  for (const ResponseOf of : {kDerivatives, kValues, kIndicators}) {
    const auto J = instance->Jacobian(of, kStates);
    if (!J) {
      EXPECT_TRUE(HasNoDerivative(GetParam(), of)) << J.error()[0].message;
      continue;
    }
    if (of != kDerivatives && ReadsThePast(GetParam())) continue;
    Vector exact(J->rows), sizes(J->rows);
    const Vector here = Evaluate(*instance, of);
    ASSERT_TRUE(instance->DirectionalProduct(of, kStates, direction, exact).ok());
    for (std::size_t r = 0; r < J->rows; ++r) {
      sizes[r] = RoundingOf(here, r);
      for (std::size_t c = 0; c < J->columns; ++c) sizes[r] += std::abs((*J)(r, c) * direction[c]);
    }
    const auto evaluate = [&](double step) {
      Vector moved = x;
      for (std::size_t i = 0; i < x.size(); ++i) moved[i] += step * direction[i];
      instance->SetStates(moved);
      Vector out = Evaluate(*instance, of);
      instance->SetStates(x);
      return out;
    };
    constexpr double kSteps[] = {1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-2, 1e-5};
    const auto [error, row] = ErrorOf(evaluate, exact, sizes, kSteps);
    EXPECT_LE(error, kAllowedError) << "of " << static_cast<int>(of) << ", row " << row << ": " << exact[row];
  }
}

TEST_P(AllResponses, ProductsFromBothSidesAgree) {
  const auto instance = BeginBesideStart(GetParam());
  if (!instance || instance->num_states() == 0) return;
  std::mt19937_64 random(2);
  for (const ResponseOf of : {kDerivatives, kValues, kResiduals, kIndicators}) {
    for (const ResponseTo to : {kStates, kInputs, kParameters}) {
      const Vector u = RandomVector(instance->Size(to), random), v = RandomVector(instance->Size(of), random);
      Vector ju(v.size()), jv(u.size());
      const auto forward = instance->DirectionalProduct(of, to, u, ju);
      if (!forward) {
        EXPECT_TRUE(HasNoDerivative(GetParam(), of)) << forward.error()[0].message;
        continue;
      }
      ASSERT_TRUE(instance->AdjointProduct(of, to, v, jv).ok());
      double left = 0, right = 0, size = 0;
      for (std::size_t i = 0; i < v.size(); ++i) left += v[i] * ju[i], size += std::abs(v[i] * ju[i]);
      for (std::size_t j = 0; j < u.size(); ++j) right += u[j] * jv[j], size += std::abs(u[j] * jv[j]);
      EXPECT_LE(std::abs(left - right), 1e-12 * size)
          << static_cast<int>(of) << " by " << static_cast<int>(to);
    }
  }
}

TEST_P(AllResponses, ToParametersAgreeWithDifferences) {
  const auto instance = BeginBesideStart(GetParam());
  if (!instance || !IsSmall(GetParam(), *instance)) return;
  const auto J = instance->Jacobian(kDerivatives, kParameters);
  if (!J) {
    EXPECT_TRUE(HasNoDerivative(GetParam(), kDerivatives)) << J.error()[0].message;
    return;
  }
  const Vector x(instance->states().begin(), instance->states().end());
  const Vector here = Evaluate(*instance, kDerivatives);
  const auto model = LoadModel(GetParam());
  const auto names = instance->NamesOfParameters();
  constexpr int kMostParameters = 3;
  int num_compared = 0;
  for (std::size_t c = 0; c < names.size() && num_compared < kMostParameters; ++c) {
    Vector exact(J->rows), sizes(J->rows);
    double largest = 0;
    for (std::size_t r = 0; r < J->rows; ++r)
      exact[r] = (*J)(r, c), largest = std::max(largest, std::abs(exact[r]));
    const auto p = ParameterNamed(*instance->given().system, names[c]);
    const double value = instance->given().parameters[p->index()];
    if (largest == 0 || value == 0) continue;
    std::ranges::fill(sizes, largest);
    for (double& e : exact) e *= value;
    for (std::size_t r = 0; r < sizes.size(); ++r)
      sizes[r] = sizes[r] * std::abs(value) + RoundingOf(here, r);
    // Nothing where the start is another one then: other states, or other events.
    const auto evaluate = [&](double step) -> Vector {
      auto moved = Instance::Make(model, {.sliding = GetParam().starts_with("sliding/")});
      if (!moved || !(*moved)->SetParameter(names[c], value * (1 + step))) return {};
      if (!(*moved)->Initialize(instance->time()) || (*moved)->NamesOfStates() != instance->NamesOfStates())
        return {};
      (*moved)->SetStates(x);
      return Evaluate(**moved, kDerivatives);
    };
    constexpr double kSteps[] = {1e-2, 1e-3, 1e-4};
    const auto [error, row] = ErrorOf(evaluate, exact, sizes, kSteps);
    if (std::isinf(error)) continue;
    ++num_compared;
    EXPECT_LE(error, 10 * kAllowedError) << names[c] << ", row " << row << ": " << exact[row];
  }
}

INSTANTIATE_TEST_SUITE_P(Models, AllResponses, testing::ValuesIn(AllModels()),
                         [](const auto& info) { return NameForTest(info.param); });

}  // namespace
}  // namespace daedalus::model
