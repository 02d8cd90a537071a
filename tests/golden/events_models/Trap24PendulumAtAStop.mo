// Trap 24: states that change along the way, and an event that sets them: a Cartesian pendulum that hits a stop at the lowest point and goes back with its speed reversed. The states may be (x, vx) or
// (y, vy) at the event. Released from the horizontal, it hits every time after K(1/2) sqrt(l/g), twice that between hits.
model Trap24PendulumAtAStop
  parameter Real g = 9.81, l = 1;
  Real x(start = l), y(start = 0), vx(start = 0), vy(start = 0), F;
  Integer hits(start = 0, fixed = true);
  discrete Real t_hit(start = 0, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F * x / l;
  der(vy) = g - F * y / l;
  x ^ 2 + y ^ 2 = l ^ 2;
  when x < 0 then
    hits = pre(hits) + 1;
    t_hit = time;
    reinit(vx, -pre(vx));
  end when;
  annotation(experiment(StopTime = 5, Interval = 0.05, Tolerance = 1e-8));
end Trap24PendulumAtAStop;
