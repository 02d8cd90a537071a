// Origin: Frisk, "Simulation of DAE models and index reduction", the pendulum e1-e5: index 3, with the
// multiplier lambda in place of the rod's force of Cellier & Kofman (7.74), and y upwards. The lecture gives
// no numbers: m = l = 1, released from the horizontal, as in the reference of the test set.
model FriskPendulum "Pendulum with a Lagrange multiplier: index 3"
  parameter Real m(unit = "kg") = 1 "Mass of the bob";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real l(unit = "m") = 1 "Length of the rod";
  Real x(unit = "m", start = l) "Horizontal position of the bob";
  Real y(unit = "m", start = 0, fixed = true) "Vertical position of the bob, upwards";
  Real w(unit = "m/s", start = 0) "Horizontal velocity";
  Real z(unit = "m/s", start = 0, fixed = true) "Vertical velocity";
  Real lambda(unit = "N/m", start = 0) "Multiplier: force of the rod divided by its length";
equation
  der(x) = w "Frisk, e1";
  m * der(w) = -x * lambda "Frisk, e2";
  der(y) = z "Frisk, e3";
  m * der(z) = -y * lambda - m * g "Frisk, e4";
  0 = x ^ 2 + y ^ 2 - l ^ 2 "Frisk, e5, the constraint";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end FriskPendulum;
