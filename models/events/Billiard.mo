// Origin: our own. Reflections at the four sides of a rectangle; unfolded, the path is a straight line, and the place is a triangular wave of each
// coordinate. It meets a corner, where two reflections are one event.
model Billiard "A ball between four cushions that also meets a corner"
  parameter Real a(unit = "m") = 3, b(unit = "m") = 2 "Sides";
  Real x(unit = "m", start = 0.5, fixed = true), y(unit = "m", start = 0.5, fixed = true);
  Real vx(unit = "m/s", start = 1, fixed = true), vy(unit = "m/s", start = 1.4, fixed = true);
  Integer nx(start = 0, fixed = true), ny(start = 0, fixed = true) "Reflections";
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = 0;
  der(vy) = 0;
  when {x > a, x < 0} then
    nx = pre(nx) + 1;
    reinit(vx, -pre(vx));
  end when;
  when {y > b, y < 0} then
    ny = pre(ny) + 1;
    reinit(vy, -pre(vy));
  end when;
  annotation(experiment(StopTime = 12, Interval = 0.1, Tolerance = 1e-8));
end Billiard;
