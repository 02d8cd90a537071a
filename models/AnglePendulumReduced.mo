// Origin: Cellier & Kofman (7.84), from (7.78) with the angle as state: a loop of four equations that no
// position makes singular. The text's second derivative of phi is der(w) here, so der(phi) = w is a ninth
// equation. Mass and length are those of section 8.10; released at 135 degrees from the lowest position.
model AnglePendulumReduced "Pendulum with the angle as state, after index reduction by hand"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Real m(unit = "kg") = 10 "Mass of the bob";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real l(unit = "m") = 1 "Length of the rod";
  parameter Real phi0(unit = "rad") = 3 * pi / 4 "Angle at the start";
  Real phi(unit = "rad", start = phi0, fixed = true) "Angle from the vertical, a state";
  Real w(unit = "rad/s", start = 0, fixed = true) "Rate of the angle, a state";
  Real x(unit = "m", start = l * sin(phi0)) "Horizontal position of the bob";
  Real y(unit = "m", start = l * cos(phi0)) "Vertical position of the bob, downwards";
  Real vx(unit = "m/s") "Horizontal velocity";
  Real vy(unit = "m/s") "Vertical velocity";
  Real dvx(unit = "m/s2") "Dummy derivative of vx";
  Real dvy(unit = "m/s2") "Dummy derivative of vy";
  Real F(unit = "N", nominal = 100) "Force in the rod";
equation
  der(phi) = w "Rate of the angle";
  m * dvx = -F * x / l "(7.84a)";
  m * dvy = m * g - F * y / l "(7.84b)";
  x = l * sin(phi) "(7.84c)";
  vx = l * cos(phi) * w "(7.84d)";
  dvx = l * cos(phi) * der(w) - l * sin(phi) * w ^ 2 "(7.84e)";
  y = l * cos(phi) "(7.84f)";
  vy = -l * sin(phi) * w "(7.84g)";
  dvy = -l * sin(phi) * der(w) - l * cos(phi) * w ^ 2 "(7.84h)";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end AnglePendulumReduced;
