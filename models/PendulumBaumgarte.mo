// Origin: Frisk, "Baumgarte stabilization": instead of the second derivative of the constraint, the
// combination g'' + alpha g' + beta g = 0 with its roots in the left half plane. Index 1, and errors of the
// constraint decay. The lecture gives no numbers: m = l = 1, released from the horizontal, both roots at -10.
model PendulumBaumgarte "Differentiated pendulum that returns to its constraint"
  parameter Real m(unit = "kg") = 1 "Mass of the bob";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real l(unit = "m") = 1 "Length of the rod";
  parameter Real alpha(unit = "1/s") = 20 "Damping of the constraint's error";
  parameter Real beta(unit = "1/s2") = 100 "Stiffness of the constraint's error";
  Real x(unit = "m", start = l, fixed = true) "Horizontal position of the bob";
  Real y(unit = "m", start = 0, fixed = true) "Vertical position of the bob, upwards";
  Real w(unit = "m/s", start = 0, fixed = true) "Horizontal velocity";
  Real z(unit = "m/s", start = 0, fixed = true) "Vertical velocity";
  Real lambda(unit = "N/m", start = 0) "Multiplier: force of the rod divided by its length";
  Real G(unit = "m2") "The constraint";
  Real dG(unit = "m2/s", nominal = 10) "Its first derivative";
  Real d2G(unit = "m2/s2", nominal = 100) "Its second derivative";
equation
  der(x) = w "Frisk, e1";
  m * der(w) = -x * lambda "Frisk, e2";
  der(y) = z "Frisk, e3";
  m * der(z) = -y * lambda - m * g "Frisk, e4";
  G = x ^ 2 + y ^ 2 - l ^ 2 "Frisk, e5";
  dG = 2 * (x * w + y * z) "First derivative of e5";
  d2G = 2 * (w ^ 2 + z ^ 2 - lambda / m * (x ^ 2 + y ^ 2) - g * y) "Second derivative of e5";
  d2G + alpha * dG + beta * G = 0 "Baumgarte's equation";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end PendulumBaumgarte;
