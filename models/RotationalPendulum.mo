// Origin: Cellier & Kofman section 7.8, Fig. 7.32: the pendulum of (7.74), with Newton's law in rotational
// coordinates as the text recommends at the end of that section, so that the index is 1 from the beginning.
// The position is computed as in (7.78); y points downwards, as there. Mass and length are those of section
// 8.10; it is released from the horizontal.
model RotationalPendulum "Mathematical pendulum with its Cartesian position"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Real m(unit = "kg") = 10 "Mass of the bob";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real l(unit = "m") = 1 "Length of the rod";
  parameter Real phi0(unit = "rad") = pi / 2 "Angle at the start";
  Real phi(unit = "rad", start = phi0, fixed = true) "Angle from the vertical, a state";
  Real w(unit = "rad/s", start = 0, fixed = true) "Angular velocity, a state";
  Real x(unit = "m") "Horizontal position of the bob";
  Real y(unit = "m") "Vertical position of the bob, downwards from the joint";
  Real F(unit = "N", nominal = 100) "Force in the rod";
  Real kinetic(unit = "J", nominal = 100) "Kinetic energy";
  Real potential(unit = "J", nominal = 100) "Potential energy, zero at the height of the joint";
  Real energy(unit = "J", nominal = 100) "Total energy, constant";
equation
  der(phi) = w "Angular velocity";
  m * l * der(w) = -m * g * sin(phi) "Newton's law along the arc";
  x = l * sin(phi) "(7.78e)";
  y = l * cos(phi) "(7.78f)";
  F = m * g * cos(phi) + m * l * w ^ 2 "Newton's law along the rod";
  kinetic = m * (l * w) ^ 2 / 2 "(8.121) in the angle";
  potential = -m * g * y "(8.120)";
  energy = kinetic + potential "(8.119)";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end RotationalPendulum;
