// Length and angle of a vector that begins at zero: neither has a derivative there.
model PhasorAtRest
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), way(start = 0, fixed = true);
  Real r = sqrt(x^2 + y^2) "its length";
  Real angle = atan2(y, x);
  Real sum = r + 2 * angle, product = r * angle;
  Boolean is_long = r > 0.5;
equation
  der(x) = 1;
  der(y) = time;
  der(way) = r + 0 * sum * product;
  annotation(experiment(StopTime = 1, Interval = 0.05, Tolerance = 1e-8));
end PhasorAtRest;
