// Origin: Cellier & Kofman (7.76). The reduced form of (7.74) with y and vy as states: nine equations, a loop
// of five, and the solvability problem of (7.77b): x has two roots, and the equations break down where x = 0.
// The experiment therefore ends before the pendulum, released from the horizontal, reaches its lowest point
// (t = 0.592). Mass and length are those of section 8.10.
model CartesianPendulumReduced "Cartesian pendulum after index reduction by hand"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Real m(unit = "kg") = 10 "Mass of the bob";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real l(unit = "m") = 1 "Length of the rod";
  Real x(unit = "m", start = l) "Horizontal position, the positive root";
  Real y(unit = "m", start = 0, fixed = true) "Vertical position, downwards, a state";
  Real vx(unit = "m/s") "Horizontal velocity";
  Real vy(unit = "m/s", start = 0, fixed = true) "Vertical velocity, a state";
  Real F(unit = "N", nominal = 100) "Force in the rod";
  Real dx(unit = "m/s") "Dummy derivative of x";
  Real dvx(unit = "m/s2") "Dummy derivative of vx";
  Real d2x(unit = "m/s2") "Second dummy derivative of x";
  Real d2y(unit = "m/s2") "Second dummy derivative of y";
equation
  m * dvx = -F * x / l "(7.76a)";
  m * der(vy) = m * g - F * y / l "(7.76b)";
  dx = vx "(7.76c)";
  d2x = dvx "(7.76d)";
  der(y) = vy "(7.76e)";
  d2y = der(vy) "(7.76f)";
  x ^ 2 + y ^ 2 = l ^ 2 "(7.76g) the constraint";
  x * dx + y * der(y) = 0 "(7.76h) its first derivative, halved";
  dx ^ 2 + x * d2x + der(y) ^ 2 + y * d2y = 0 "(7.76i) its second derivative, halved";
  annotation(experiment(StartTime = 0, StopTime = 0.5, Interval = 0.005, Tolerance = 1e-6));
end CartesianPendulumReduced;
