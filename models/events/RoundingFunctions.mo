// Origin: our own. Each of the functions that jump makes its own events; their integrals are sums of polynomials.
model RoundingFunctions "Integrals of floor, ceil, mod, rem, div, sign, abs and integer"
  Real u = 3 * time - 4;
  Real i_floor(start = 0, fixed = true), i_ceil(start = 0, fixed = true), i_mod(start = 0, fixed = true), i_rem(start = 0, fixed = true);
  Real i_div(start = 0, fixed = true), i_sign(start = 0, fixed = true), i_abs(start = 0, fixed = true), i_integer(start = 0, fixed = true);
  Integer k = integer(u);
equation
  der(i_floor) = floor(u);
  der(i_ceil) = ceil(u);
  der(i_mod) = mod(u, 1.5);
  der(i_rem) = rem(u, 1.5);
  der(i_div) = div(u, 1.5);
  der(i_sign) = sign(u);
  der(i_abs) = abs(u);
  der(i_integer) = k;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end RoundingFunctions;
