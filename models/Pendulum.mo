// Origin: Cellier & Kofman (7.74), Fig. 7.32. Five equations with the constraint (7.74e) on positions: the
// index is 3, and two states are left. Which two are good ones changes along the way, see (7.77b): x and vx
// near the bottom, y and vy where the rod is level. y points downwards, as in the text; mass and length are
// those of section 8.10. It is released from the horizontal. No start value is fixed, so that the chosen
// states keep theirs, whatever phi0 is.
model Pendulum "Pendulum in Cartesian coordinates: index 3"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Real m(unit = "kg") = 10 "Mass of the bob";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real l(unit = "m") = 1 "Length of the rod";
  parameter Real phi0(unit = "rad") = pi / 2 "Angle at the start";
  parameter Real v0(unit = "m/s") = 0 "Speed at the start, along the arc";
  Real x(unit = "m", start = l * sin(phi0)) "Horizontal position of the bob";
  Real y(unit = "m", start = l * cos(phi0)) "Vertical position of the bob, downwards from the joint";
  Real vx(unit = "m/s", start = v0 * cos(phi0)) "Horizontal velocity";
  Real vy(unit = "m/s", start = -v0 * sin(phi0)) "Vertical velocity";
  Real F(unit = "N", nominal = 100) "Force in the rod";
  Real energy(unit = "J", nominal = 100) "Total energy, zero for a bob at rest at the height of the joint";
equation
  m * der(vx) = -F * x / l "(7.74a)";
  m * der(vy) = m * g - F * y / l "(7.74b)";
  der(x) = vx "(7.74c)";
  der(y) = vy "(7.74d)";
  x ^ 2 + y ^ 2 = l ^ 2 "(7.74e) the constraint";
  energy = m * (vx ^ 2 + vy ^ 2) / 2 - m * g * y "(8.119)";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end Pendulum;
