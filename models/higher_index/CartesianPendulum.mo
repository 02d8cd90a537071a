// Origin: Cellier & Kofman (7.74), Fig. 7.32. Five equations with the constraint (7.74e) on positions: index
// 3, two states left. Which two are good states changes along the way, see (7.77b). y points downwards. The
// data are those of section 8.10: released at 45 degrees.
model CartesianPendulum "Pendulum in Cartesian coordinates: index 3"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Real m(unit = "kg") = 10 "Mass of the bob";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real l(unit = "m") = 1 "Length of the rod";
  parameter Real phi0(unit = "rad") = pi / 4 "Angle at the start";
  Real x(unit = "m", start = l * sin(phi0), fixed = true) "Horizontal position of the bob";
  Real y(unit = "m", start = l * cos(phi0)) "Vertical position of the bob, downwards";
  Real vx(unit = "m/s", start = 0, fixed = true) "Horizontal velocity";
  Real vy(unit = "m/s", start = 0) "Vertical velocity";
  Real F(unit = "N", start = m * g * cos(phi0)) "Force in the rod";
equation
  m * der(vx) = -F * x / l "(7.74a)";
  m * der(vy) = m * g - F * y / l "(7.74b)";
  der(x) = vx "(7.74c)";
  der(y) = vy "(7.74d)";
  x ^ 2 + y ^ 2 = l ^ 2 "(7.74e) the constraint";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end CartesianPendulum;
