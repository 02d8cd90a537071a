// Origin: Frisk, "Index reduction through differentiation": the pendulum e1-e5 with its constraint
// differentiated twice and the accelerations put in, which is an index-1 DAE. The constraint itself is
// forgotten and drifts away as the errors add up. The lecture gives no numbers: m = l = 1, released from the
// horizontal.
model PendulumDrift "Differentiated pendulum that drifts off its constraint"
  parameter Real m(unit = "kg") = 1 "Mass of the bob";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real l(unit = "m") = 1 "Length of the rod";
  Real x(unit = "m", start = l, fixed = true) "Horizontal position of the bob";
  Real y(unit = "m", start = 0, fixed = true) "Vertical position of the bob, upwards";
  Real w(unit = "m/s", start = 0, fixed = true) "Horizontal velocity";
  Real z(unit = "m/s", start = 0, fixed = true) "Vertical velocity";
  Real lambda(unit = "N/m", start = 0) "Multiplier: force of the rod divided by its length";
  Real drift(unit = "m2") "Violation of the constraint";
equation
  der(x) = w "Frisk, e1";
  m * der(w) = -x * lambda "Frisk, e2";
  der(y) = z "Frisk, e3";
  m * der(z) = -y * lambda - m * g "Frisk, e4";
  0 = w ^ 2 + z ^ 2 - lambda / m * (x ^ 2 + y ^ 2) - g * y "Second derivative of e5, halved";
  drift = x ^ 2 + y ^ 2 - l ^ 2 "What is left of e5";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end PendulumDrift;
