model Kepler "Ten turns of an eccentric orbit"
  parameter Real e = 0.9 "Eccentricity";
  Real x(start = 1 - e, fixed = true), vx(start = 0, fixed = true);
  Real y(start = 0, fixed = true), vy(start = sqrt((1 + e) / (1 - e)), fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x / (x ^ 2 + y ^ 2) ^ 1.5;
  der(vy) = -y / (x ^ 2 + y ^ 2) ^ 1.5;
  annotation(experiment(StopTime = 62.83185307179586));
end Kepler;
