// Right models that several tests use.
#pragma once

#include <string>
#include <string_view>

namespace daedalus::semantics {

inline constexpr std::string_view kRightModels[] = {
    R"(model Circuit "a driven RLC circuit"
  parameter Real R(unit = "Ohm", min = 0) = 10;
  parameter Real L = 1e-3, C = 2 * C0;
  constant Real C0 = 1e-6;
  Real i(start = 0, fixed = true), u(start = 1, fixed = true, nominal = 100);
  output Real p = i * u "power";
equation
  L * der(i) = sin(100 * time) - R * i - u;
  C * der(u) = i;
  assert(abs(u) < 1e6, "too high");
  annotation(experiment(StopTime = 0.1, Tolerance = 1e-8));
end Circuit;
)",
    R"(model Pendulum
  parameter Real g = 9.81, l = 1;
  Real phi(start = 1), x, y;
initial equation
  der(phi) = 0;
equation
  l * der(der(phi)) + g * sin(phi) = 0;
  x = l * sin(phi);
  y = -l * cos(phi);
end Pendulum;
)",
    R"(model Chain
  parameter Integer N = 3;
  parameter Real R[N] = {1 + 0.1 * k for k in 1:N}, C = 0.5;
  parameter Boolean open = false;
  Real v[N](each start = 0, each fixed = true), i[N];
  Real total = sum(i) + max(v);
equation
  for k in 1:N loop
    R[k] * i[k] = (if k == 1 then 1 else v[k - 1]) - v[k];
    if k < N then
      C * der(v[k]) = i[k] - i[k + 1];
    else
      C * der(v[k]) = i[k];
    end if;
  end for;
  if open then
    assert(total < 5, "much");
  end if;
end Chain;
)",
    R"(model Rigid
  parameter Real J[3, 3] = diagonal({1, 2, 3});
  Real w[3](start = {1, 0.1, 0}, each fixed = true), E;
equation
  J * der(w) + cross(w, J * w) = if time < 1 then {0, 0, 0.5} else zeros(3);
  if w[1] > 0.5 then
    E = w * J * w / 2;
  else
    2 * E = noEvent(max(w[1], 0)) ^ 2 + log10(1 + w[2] ^ 2);
  end if;
end Rigid;
)",
    R"(model Free
  parameter Real p(fixed = false, start = 2);
  parameter Real q = p ^ 2;
  Real x(start = 1, fixed = true);
initial equation
  der(x) = -3;
equation
  der(x) = -q * x;
end Free;
)",
    R"(model Events "everything that happens at events"
  function limit input Real u; output Real y; algorithm y := if u > 1 then 1 else u; end limit;
  type Mode = enumeration(off, on);
  parameter Real T = 0.1;
  Real x(start = 1, fixed = true), v(start = 0), y[2](each start = 2), z(start = 3), k, w;
  Real a = noEvent(if x > 0.5 then 1 else 2), b = limit(x), c = smooth(1, if x > 0.25 then x else 0.25);
  Boolean hit = x < 0, tick = sample(0, T), first = initial(), last = terminal();
  Integer n(start = 0, fixed = true, min = 0), r = integer(3 * x);
  Mode mode(start = Mode.on);
initial equation
  pre(hit) = false;
  z = 7;
equation
  der(x) = v;
  der(v) = if mode == Mode.on then -9.81 else -1;
  mode = if edge(hit) or pre(mode) == Mode.off then Mode.off else Mode.on;
  when hit then
    reinit(v, -0.5 * pre(v));
    y[1] = v;
  end when;
  when {initial(), tick, x > 2} then
    y[2] = if x > 3 then pre(y[2]) + 1 else x;
    k = mod(x, 2);
  elsewhen change(n) then
    y[2] = 0;
    k = 1;
  end when;
  when n > 4 then
    terminate("done");
  end when;
algorithm
  when tick then
    n := pre(n) + 1;
    z := x;
  end when;
  w := z;
  if n > 3 then
    when hit then
      w := x;
    end when;
  end if;
end Events;
)",
    R"(model Texts
  parameter String unit = " \"m\"";
  Real x(start = 0, fixed = true);
  String s(start = "low\\", fixed = true), t = if x > 0.5 then s + "!" else "";
  Boolean isLate = t >= "low" and t <> s;
  Integer n = if t == "low!" then 2 else 1;
equation
  der(x) = 1;
  when x > 0.25 then
    s = pre(s) + String(n) + ":" + String(x, significantDigits = 3) + unit;
  end when;
  assert(x < 2, "x = " + String(x, format = "5.2f") + (if isLate then t else "early"), AssertionLevel.warning);
end Texts;
)",
};

// A ladder of N resistors and capacitors: 2 N equations.
inline std::string RcChain(int num_cells) {
  return R"(model RcChain
  parameter Integer N = )" +
         std::to_string(num_cells) + R"(;
  parameter Real R = 1, C = 1;
  Real v[N](each start = 0, each fixed = true);
  Real i[N];
equation
  R * i[1] = 1 - v[1];
  for k in 2:N loop
    R * i[k] = v[k - 1] - v[k];
  end for;
  for k in 1:N - 1 loop
    C * der(v[k]) = i[k] - i[k + 1];
  end for;
  C * der(v[N]) = i[N];
end RcChain;
)";
}

}  // namespace daedalus::semantics
