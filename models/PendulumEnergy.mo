// Origin: Cellier & Kofman (8.118)-(8.121), section 8.10: the explicit pendulum on which forward and backward
// Euler gain and lose energy, and BI2 keeps it. Data of the text: g = 9.81 m/s2, m = 10 kg, l = 1 m, released
// at 45 degrees. The text's (8.118f) divides by cos(phi), which this amplitude allows. y points downwards.
model PendulumEnergy "Explicit pendulum with its energy balance"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Real m(unit = "kg") = 10 "Mass of the bob";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real l(unit = "m") = 1 "Length of the rod";
  parameter Real phi0(unit = "rad") = pi / 4 "Angle at the start";
  parameter Real y0(unit = "m") = l * cos(phi0) "Vertical position at the start";
  Real phi(unit = "rad", start = phi0, fixed = true) "Angle from the vertical, a state";
  Real w(unit = "rad/s", start = 0, fixed = true) "Rate of the angle, a state";
  Real x(unit = "m", start = l * sin(phi0)) "Horizontal position of the bob";
  Real y(unit = "m", start = l * cos(phi0)) "Vertical position of the bob, downwards";
  Real vx(unit = "m/s") "Horizontal velocity";
  Real vy(unit = "m/s") "Vertical velocity";
  Real dvx(unit = "m/s2") "Horizontal acceleration";
  Real dvy(unit = "m/s2") "Vertical acceleration";
  Real F(unit = "N", nominal = 100) "Force in the rod";
  Real Ef(unit = "J", nominal = 100) "Free energy, constant zero";
  Real Ep(unit = "J", nominal = 100) "Potential energy";
  Real Ek(unit = "J", nominal = 100) "Kinetic energy";
equation
  der(phi) = w "Rate of the angle";
  x = l * sin(phi) "(8.118a)";
  vx = l * cos(phi) * w "(8.118b)";
  y = l * cos(phi) "(8.118c)";
  vy = -l * sin(phi) * w "(8.118d)";
  dvx = -(x * l * w ^ 2 + x * cos(phi) * g) / (x * sin(phi) + y * cos(phi)) "(8.118e)";
  der(w) = dvx / (l * cos(phi)) + sin(phi) / cos(phi) * w ^ 2 "(8.118f)";
  dvy = -l * sin(phi) * der(w) - l * cos(phi) * w ^ 2 "(8.118g)";
  F = m * g * l / y - m * l * dvy / y "(8.118h)";
  Ef = Ep + Ek "(8.119)";
  Ep = m * g * (y0 - y) "(8.120)";
  Ek = m * vx ^ 2 / 2 + m * vy ^ 2 / 2 "(8.121)";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end PendulumEnergy;
