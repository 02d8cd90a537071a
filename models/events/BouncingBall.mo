// Origin: the bouncing ball, the first example of every text on hybrid systems; numbers and text are our own. The flights last
// T = sqrt(2 h0/g), 2 e T, 2 e^2 T, ...: infinitely many bounces end at T (1 + e)/(1 - e). A ball that is slower than v_rest
// after a bounce stays where it is.
model BouncingBall "A ball that bounces until it rests, at the end of a geometric series of flights"
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real e = 0.5 "Speed after a bounce, relative to the speed before it";
  parameter Real h0(unit = "m") = 1 "Height at the start";
  parameter Real v_rest(unit = "m/s") = 1e-2 "Slower than this after a bounce is at rest";
  Real h(unit = "m", start = h0, fixed = true) "Height";
  Real v(unit = "m/s", start = 0, fixed = true) "Velocity, upwards";
  Boolean flying(start = true, fixed = true);
  Integer bounces(start = 0, fixed = true);
  discrete Real t_first(unit = "s", start = 0, fixed = true) "Time of the first bounce";
  discrete Real t_last(unit = "s", start = 0, fixed = true) "Time of the last bounce";
equation
  der(h) = v;
  der(v) = if flying then -g else 0;
  when h <= 0 then
    bounces = pre(bounces) + 1;
    t_first = if pre(bounces) == 0 then time else pre(t_first);
    t_last = time;
    flying = -e * pre(v) > v_rest;
    reinit(v, if flying then -e * pre(v) else 0);
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
end BouncingBall;
