// Origin: Cellier & Kofman (8.118)-(8.125), section 8.10, Fig. 8.33 and [H8.7]: the pendulum of PendulumEnergy.mo with its energy
// balance as an invariant, Ef = 0. It says nothing that the other equations do not imply, so no unknown belongs to it; backward
// Euler, which would lose energy, is kept from it.
model PendulumInvariant "Explicit pendulum whose energy is an invariant"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Real m(unit = "kg") = 10 "Mass of the bob";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real l(unit = "m") = 1 "Length of the rod";
  parameter Real phi0(unit = "rad") = pi / 4 "Angle at the start";
  parameter Real y0(unit = "m") = l * cos(phi0) "Vertical position at the start";
  parameter Real weight = 0.01 "Of 1 J of energy beside 1 rad and 1 rad/s: the compromise that Fig. 8.33 shows" annotation(Evaluate = true);
  Real phi(unit = "rad", start = phi0, fixed = true) "Angle from the vertical, a state";
  Real w(unit = "rad/s", start = 0, fixed = true) "Rate of the angle, a state";
  Real x(unit = "m", start = l * sin(phi0)) "Horizontal position of the bob";
  Real y(unit = "m", start = l * cos(phi0)) "Vertical position of the bob, downwards";
  Real vx(unit = "m/s") "Horizontal velocity";
  Real vy(unit = "m/s") "Vertical velocity";
  Real dvx(unit = "m/s2") "Horizontal acceleration";
  Real Ef(unit = "J", nominal = 100) "Free energy";
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
  Ef = Ep + Ek "(8.119)";
  Ep = m * g * (y0 - y) "(8.120)";
  Ek = m * vx ^ 2 / 2 + m * vy ^ 2 / 2 "(8.121)";
  Ef = 0 "(8.125)" annotation(__Daedalus(invariant = true, weight = weight));
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end PendulumInvariant;
