model Pendulum "A mass on a rod, in Cartesian coordinates"
  parameter Real m = 1, l = 1, g = 9.81;
  Real x(start = 0.8, fixed = true), y(start = -0.6);
  Real vx(start = 0, fixed = true), vy;
  Real F "force of the rod";
  Real energy = m*(vx^2 + vy^2)/2 + m*g*y;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x/l;
  m*der(vy) = -F*y/l - m*g;
  x^2 + y^2 = l^2;
  annotation(experiment(StopTime = 10));
end Pendulum;
