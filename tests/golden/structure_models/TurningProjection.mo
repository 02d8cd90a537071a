// Origin: made for this test: E(t) is the projection on a direction that turns, so one of two combinations of x has a derivative, another one at
// each time. The right-hand side belongs to x1 = sin(t), x2 = cos(2 t).
model TurningProjection "E(t) x' + x = f(t) with a singular E(t) that depends on time"
  Real x1, x2(start = 1);
  Real c = cos(time), s = sin(time);
equation
  c ^ 2 * der(x1) + c * s * der(x2) + x1 = c ^ 2 * cos(time) - 2 * c * s * sin(2 * time) + sin(time);
  c * s * der(x1) + s ^ 2 * der(x2) + x2 = c * s * cos(time) - 2 * s ^ 2 * sin(2 * time) + cos(2 * time);
  annotation(experiment(StopTime = 1, Interval = 0.05, Tolerance = 1e-8));
end TurningProjection;
