// Origin: our own numbers, for the ball that comes down a staircase, one step a bounce. On its periodic path the speed before a bounce
// satisfies v^2 (1 - e^2) = 2 g s (s: height of a step), a flight lasts T = v (1 + e)/g, and the ball must go one step in that time.
// The number of the step is an Integer that follows the place.
model BallOnStairs "A ball that comes down a staircase with one bounce on each step"
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real e = 0.8 "Restitution";
  parameter Real s(unit = "m") = 0.2 "Height of a step";
  parameter Real w(unit = "m") = 0.3 "Width of a step";
  parameter Real v_hit(unit = "m/s") = sqrt(2 * g * s / (1 - e ^ 2)) "Speed at a bounce, before it";
  parameter Real T(unit = "s") = v_hit * (1 + e) / g "Time of a flight";
  Real x(unit = "m", start = w / 2, fixed = true) "Place; the ball starts in the middle of a step, just after a bounce";
  Real y(unit = "m", start = 0, fixed = true) "Height";
  Real v(unit = "m/s", start = e * v_hit, fixed = true) "Velocity, upwards";
  Integer step "Which step is below";
  Real clearance(unit = "m") "Height above that step";
  Integer bounces(start = 0, fixed = true);
  discrete Real t_last(unit = "s", start = 0, fixed = true) "Time of the last bounce";
equation
  der(x) = w / T;
  der(y) = v;
  der(v) = -g;
  step = integer(x / w);
  clearance = y + s * step;
  when clearance <= 0 then
    bounces = pre(bounces) + 1;
    t_last = time;
    reinit(v, -e * pre(v));
  end when;
  annotation(experiment(StopTime = 5, Interval = 0.05, Tolerance = 1e-8));
end BallOnStairs;
