// Origin: Cellier & Kofman (7.78). The constraint of (7.74) is replaced by two equations with the angle, and
// the angle is asked for as a state: index reduction gives the 12 equations (7.83), and the 8 equations
// (7.84) with a loop of four after alias removal. y points downwards. The data are those of section 8.10.
model AnglePendulum "Pendulum in Cartesian coordinates that prefers the angle as state: index 3"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Real m(unit = "kg") = 10 "Mass of the bob";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real l(unit = "m") = 1 "Length of the rod";
  parameter Real phi0(unit = "rad") = pi / 4 "Angle at the start";
  Real x(unit = "m", start = l * sin(phi0)) "Horizontal position of the bob";
  Real y(unit = "m", start = l * cos(phi0)) "Vertical position of the bob, downwards";
  Real vx(unit = "m/s", start = 0, fixed = true) "Horizontal velocity";
  Real vy(unit = "m/s", start = 0) "Vertical velocity";
  Real F(unit = "N", start = m * g * cos(phi0)) "Force in the rod";
  Real phi(unit = "rad", start = phi0, fixed = true, stateSelect = StateSelect.always) "Angle, preferred";
equation
  m * der(vx) = -F * x / l "(7.78a)";
  m * der(vy) = m * g - F * y / l "(7.78b)";
  der(x) = vx "(7.78c)";
  der(y) = vy "(7.78d)";
  x = l * sin(phi) "(7.78e)";
  y = l * cos(phi) "(7.78f)";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end AnglePendulum;
