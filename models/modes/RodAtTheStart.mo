// Origin: our own. A rod holds a mass from the start, and a wind that depends on its force is found out there as well: the run begins in a mode of its own, with
// more than one look at the relation. There F = 9.81 y + wind x.
model RodAtTheStart
  Real x(start = 0.6, fixed = true), y(start = 0.1), vx(start = 0, fixed = true), vy(start = 0), F, pull, wind;
  Boolean whole = time < 0.5, strong;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x + wind;
  der(vy) = 9.81 - F*y;
  0 = if whole then x^2 + y^2 - 1 else F;
  pull = F + 1;
  strong = pull > 2;
  wind = if strong then 0.5 else 0;
  annotation(experiment(StopTime = 0.4, Interval = 0.1, Tolerance = 1e-8));
end RodAtTheStart;
