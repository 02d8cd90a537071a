// Origin: the index 2 example of Gear & Petzold, ODE methods for the solution of differential/algebraic systems, SIAM J. Numer. Anal. 21 (1984),
// with one more link: a chain N u' + u = f of index 3 in coordinates u = R(t) x that turn with the time. On their example backward Euler
// multiplies errors by eta / (1 + eta) in each step, however small. Here the structure sees index 1 and three states, since the derivatives' matrix
// is singular without zeros, so that difference formulas applied to the equations as they stand stop at the start. Whatever eta is, u1 = sin(2 t), u2 = cos(t) - 2 cos(2 t),
// u3 = 2 sin(t) - 4 sin(2 t), and x3 = u3, x2 = u2 - eta t x3, x1 = u1 - eta t x2.
model TurningChain "Linear and time-varying, index 3: not for difference formulas"
  parameter Real eta = -2 "How fast the coordinates turn";
  constant Real t0 = 1 "The start time";
  parameter Real x3_start = 2 * sin(t0) - 4 * sin(2 * t0) "x3 of the solution there";
  parameter Real x2_start = cos(t0) - 2 * cos(2 * t0) - eta * t0 * x3_start "x2 there";
  Real x1(start = sin(2 * t0) - eta * t0 * x2_start) "First coordinate";
  Real x2(start = x2_start) "Second coordinate";
  Real x3(start = x3_start) "Third coordinate";
  Real v(start = 1, fixed = true) "A state that the chain drives";
equation
  x1 + eta * time * x2 = sin(2 * time) "u1";
  der(x1) + eta * time * der(x2) + eta * x2 + x2 + eta * time * x3 = cos(time) "u1' + u2 = cos(t)";
  der(x2) + eta * time * der(x3) + eta * x3 + x3 = sin(time) "u2' + u3 = sin(t)";
  der(v) = -v + x3 "What the chain drives";
  annotation(experiment(StartTime = 1, StopTime = 5, Interval = 0.1, Tolerance = 1e-6));
end TurningChain;
