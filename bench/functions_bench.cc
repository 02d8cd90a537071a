// Functions with loops over arrays: the same function written in Modelica, flattened, compiled to machine
// code, and in C, compiled with -O2 (functions_in_c.c). Goal: at most 1.5 times as long. The interpreter is
// shown beside them, and so is the tangent, for which C has no counterpart. They are timed in turns, and the
// least of many rounds counts. Each call has other arguments, as in a simulation: with the same ones again
// and again, the processor knows by heart where the branches of a bisection go.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "daedalus/programs/codegen/routine_code.h"
#include "daedalus/system/routine/call_memory.h"
#include "daedalus/system/routine/interpret.h"
#include "daedalus/system/routine/routine.h"
#include "functions_in_c.h"
#include "run_text.h"

namespace {

using namespace daedalus;  // NOLINT(google-build-using-namespace): a program of its own

constexpr double kMostOfC = 1.5;

struct Case {
  std::string name, text;
  void (*in_c)(const double* in, double* out);
  std::vector<double> in;
};

constexpr const char* kBisection = R"(model Bisection
  function polynomial input Real c[13]; input Real x; output Real y; algorithm
    y := 0;
    for i in 13:-1:1 loop
      y := y*x + c[i];
    end for;
  end polynomial;
  function root input Real c[13]; input Real a; input Real b; output Real x; protected
    Real low = a; Real high = b; Real at_low = polynomial(c, a); Real middle; Real value; algorithm
    while high - low > 1e-12 loop
      middle := 0.5*(low + high);
      value := polynomial(c, middle);
      if value*at_low > 0 then
        low := middle;
      else
        high := middle;
      end if;
    end while;
    x := 0.5*(low + high);
  end root;
  Real c[13], a, b, x;
equation
  c = {i*time for i in 1:13};
  a = time;
  b = 2*time;
  x = root(c, a, b);
end Bisection;
)";

constexpr const char* kSolve = R"(model Solve
  function solve input Real A[12, 12]; input Real b[12]; output Real x[12]; protected
    Real L[12, 12] = A; Real y[12] = b; Real t; Real m; Real s; Integer p; algorithm
    for k in 1:11 loop
      p := k;
      for i in k + 1:12 loop
        if abs(L[i, k]) > abs(L[p, k]) then
          p := i;
        end if;
      end for;
      for j in 1:12 loop
        t := L[k, j];
        L[k, j] := L[p, j];
        L[p, j] := t;
      end for;
      t := y[k];
      y[k] := y[p];
      y[p] := t;
      for i in k + 1:12 loop
        m := L[i, k]/L[k, k];
        for j in k:12 loop
          L[i, j] := L[i, j] - m*L[k, j];
        end for;
        y[i] := y[i] - m*y[k];
      end for;
    end for;
    x := zeros(12);
    for k in 12:-1:1 loop
      s := y[k];
      for j in k + 1:12 loop
        s := s - L[k, j]*x[j];
      end for;
      x[k] := s/L[k, k];
    end for;
  end solve;
  Real A[12, 12], b[12], x[12];
equation
  for i in 1:12 loop
    A[i, :] = {sin(i*j + time) for j in 1:12};
    b[i] = i*time;
  end for;
  x = solve(A, b);
end Solve;
)";

constexpr const char* kLookup = R"(model Lookup
  constant Real grid[65] = {i*i/64.0 for i in 0:64};
  constant Real values[65] = {mod(i*37, 101)/8.0 for i in 0:64};
  function table input Real u; output Real y; protected
    Integer low = 1; Integer high = 65; Integer middle; algorithm
    while high - low > 1 loop
      middle := div(low + high, 2);
      if grid[middle] <= u then
        low := middle;
      else
        high := middle;
      end if;
    end while;
    y := values[low] + (values[high] - values[low])*(u - grid[low])/(grid[high] - grid[low]);
  end table;
  function several input Real u; input Real n; output Real y; protected Integer k = 1; algorithm
    y := 0;
    while k <= n loop
      y := y + table(u*k);
      k := k + 1;
    end while;
  end several;
  Real u, n, y;
equation
  u = time;
  n = 16*time;
  y = several(u, n);
end Lookup;
)";

constexpr const char* kRod = R"(model Rod
  function rod input Real u[64]; input Real f; output Real T[64]; protected
    Real next[64] = u; Integer n = 0; algorithm
    T := u;
    while n < 100 loop
      for i in 2:63 loop
        next[i] := T[i] + f*(T[i - 1] - 2*T[i] + T[i + 1]);
      end for;
      for i in 2:63 loop
        T[i] := next[i];
      end for;
      n := n + 1;
      if f < 0 then
        break;
      end if;
    end while;
  end rod;
  Real u[64], f, T[64];
equation
  u = {i*time for i in 1:64};
  f = 0.3*time;
  T = rod(u, f);
end Rod;
)";

std::vector<Case> Cases() {
  std::vector<double> polynomial, matrix, rod;
  for (int i = 1; i <= 13; ++i) polynomial.push_back(i == 1 ? -20.0 : 1.0 / i);
  polynomial.insert(polynomial.end(), {0.1, 2.0});
  for (int i = 1; i <= 12; ++i)
    for (int j = 1; j <= 12; ++j) matrix.push_back(std::sin(i * j + 0.3));
  for (int i = 1; i <= 12; ++i) matrix.push_back(0.5 * i);
  for (int i = 1; i <= 64; ++i) rod.push_back(std::cos(i));
  rod.push_back(0.3);
  return {{"bisection", kBisection, &bisection_in_c, polynomial},
          {"solve", kSolve, &solve_in_c, matrix},
          {"lookup", kLookup, &lookup_in_c, {3.7, 16.0}},
          {"rod", kRod, &rod_in_c, rod}};
}

constexpr std::size_t kCalls = 400;

// Arguments for each call, a little different from each other; the last one of a case is not changed.
std::vector<std::vector<double>> Arguments(const Case& one) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> factor(0.8, 1.2);
  std::vector<std::vector<double>> all(kCalls, one.in);
  for (auto& in : all)
    for (std::size_t i = 0; i + 1 < in.size(); ++i) in[i] *= factor(random);
  return all;
}

// The one that is called in the equations of the model.
std::shared_ptr<const routine::Routine> RoutineOf(const std::string& text) {
  const System system = bench::FlatText(text);
  for (const auto& function : system.graph.functions()) {
    if (auto routine = std::dynamic_pointer_cast<const routine::Routine>(function)) return routine;
  }
  return nullptr;
}

// Microseconds a call, of each of them: the least of many rounds, in turns.
template <class... Works>
std::vector<double> Least(Works... works) {
  constexpr int kRounds = 60;
  std::vector<double> best(sizeof...(works), 1e9);
  const auto time = [](auto& work, double& least) {
    routine::ThreadCalls().Forget();
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t call = 0; call < kCalls; ++call) work(call);
    const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - begin;
    least = std::min(least, spent.count() / kCalls);
  };
  for (int round = 0; round < kRounds; ++round) {
    std::size_t k = 0;
    (time(works, best[k++]), ...);
  }
  return best;
}

bool Show(const Case& one) {
  const auto routine = RoutineOf(one.text);
  if (!routine || routine->num_inputs() != one.in.size()) {
    fmt::print("{:<12}is not the function that it should be\n", one.name);
    return false;
  }
  const std::size_t count = routine->num_outputs();
  std::vector<std::vector<double>> inputs = Arguments(one), out(kCalls), expected(kCalls);
  for (auto* const results : {&out, &expected})
    for (auto& result : *results) result.resize(count);
  const auto evaluate = [&](std::size_t k) { routine->Evaluate(inputs[k], out[k]); };
  const auto interpreted = Least(evaluate);
  // A bisection has none (routine/search.h).
  const std::shared_ptr<const expr::Function> tangent = routine->Tangent();
  std::vector<std::shared_ptr<const expr::Function>> both = {routine};
  if (tangent) both.push_back(tangent);
  const std::size_t instructions = codegen::CountRoutineInstructions(both);
  const auto begin = std::chrono::steady_clock::now();
  if (const auto failure = codegen::CompileRoutines(both)) {
    fmt::print("{:<12}{}\n", one.name, *failure);
    return false;
  }
  const std::chrono::duration<double, std::micro> compiling = std::chrono::steady_clock::now() - begin;
  std::vector<double> with_slopes, slopes(count);
  const auto differentiate = [&](std::size_t k) {
    with_slopes = inputs[k];
    with_slopes.resize(2 * inputs[k].size(), 1.0);
    if (tangent) tangent->Evaluate(with_slopes, slopes);
  };
  const auto times =
      Least([&](std::size_t k) { one.in_c(inputs[k].data(), expected[k].data()); }, evaluate, differentiate);
  double difference = 0.0, size = 0.0;
  for (std::size_t k = 0; k < kCalls; ++k) {
    for (std::size_t i = 0; i < count; ++i) {
      difference = std::max(difference, std::abs(out[k][i] - expected[k][i]));
      size = std::max(size, std::abs(expected[k][i]));
    }
  }
  const double ratio = times[1] / times[0];
  const bool ok = ratio <= kMostOfC && difference <= 1e-13 * size;
  fmt::print("{:<12}{:>10.3f}{:>12.3f}{:>8.2f}{:>14.2f}{:>12}{:>14.1e}{:>14.0f}{:>8.0f}{}\n", one.name,
             times[0], times[1], ratio, interpreted[0], tangent ? fmt::format("{:.3f}", times[2]) : "-",
             difference / size, compiling.count() / 1000.0,
             compiling.count() / static_cast<double>(instructions), ok ? "" : "   MISSED");
  return ok;
}

}  // namespace

int main() {
  fmt::print("microseconds a call; goal: machine code at most {} times C at -O2, and the same values\n",
             kMostOfC);
  fmt::print("{:<12}{:>10}{:>12}{:>8}{:>14}{:>12}{:>14}{:>14}{:>8}\n", "function", "C", "machine", "ratio",
             "interpreter", "tangent", "difference", "compiled, ms", "us/ins");
  bool ok = true;
  for (const Case& one : Cases()) ok = Show(one) && ok;
  return ok ? 0 : 1;
}
