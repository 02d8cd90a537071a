// A mass that feels its inertia along a turning direction only, by two balances: der(v) enters both by one combination, whose factors cos(th) and sin(th) vanish in turn.
// By construction x = sin(t), y = cos(t).
model TurningForce
  Real x(start = 0), y(start = 1), vx(start = 1), vy(start = 0), th;
equation
  th = x - y + 1.3*time;
  der(x) = vx;
  der(y) = vy;
  cos(th)*(cos(th)*(der(vx) + sin(time)) + sin(th)*(der(vy) + cos(time))) + 4*(x - sin(time)) + 2*(vx - cos(time)) + (y - cos(time)) = 0;
  sin(th)*(cos(th)*(der(vx) + sin(time)) + sin(th)*(der(vy) + cos(time))) + 5*(y - cos(time)) + 2*(vy + sin(time)) = 0;
  annotation(experiment(StopTime = 10, Tolerance = 1e-8));
end TurningForce;
