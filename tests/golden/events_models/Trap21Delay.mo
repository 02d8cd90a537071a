// Trap 21: a jump comes back after the delay, and again. x' = -x(t - 1) with x = 1 before the start: polynomials between the integers: x(1) = 0, x(2) = -1/2, x(3) = -1/6.
model Trap21Delay
  Real x(start = 1, fixed = true), late;
  Real step = if time < 0.35 then 0 else 1, echo, z(start = 0, fixed = true);
equation
  late = delay(x, 1);
  der(x) = -late;
  echo = delay(step, 0.5);
  der(z) = echo;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end Trap21Delay;
