// Origin: the rimless wheel that walks down a slope (T. McGeer, Int. J. Robotics Research 9 (1990) 62; M. Coleman, PhD thesis, Cornell 1998). A spoke is an
// inverted pendulum; when the next one touches, the speed falls by cos(2 a). On its limit cycle the speed before that is
// w^2 = 4 g/l sin(a) sin(slope)/(1 - cos(2 a)^2); a step lasts an integral that is computed independently.
model RimlessWheel "A wheel without a rim that walks down a slope"
  constant Real pi = 3.141592653589793;
  parameter Real g(unit = "m/s2") = 9.81, l(unit = "m") = 1 "Length of a spoke";
  parameter Real a(unit = "rad") = pi / 8 "Half of the angle between spokes";
  parameter Real slope(unit = "rad") = 0.08;
  parameter Real w_hit(unit = "rad/s") = sqrt(4 * g / l * sin(a) * sin(slope) / (1 - cos(2 * a) ^ 2)) "Speed at the end of a step, on the limit cycle";
  Real theta(unit = "rad", start = slope - a, fixed = true) "Of the spoke that stands, from the vertical";
  Real w(unit = "rad/s", start = 1.5 * cos(2 * a) * w_hit, fixed = true) "It starts half as fast again";
  Integer steps(start = 0, fixed = true);
  discrete Real w_end(unit = "rad/s", start = 0, fixed = true) "Speed at the end of the last step";
  discrete Real t_end(unit = "s", start = 0, fixed = true), duration(unit = "s", start = 0, fixed = true);
equation
  der(theta) = w;
  der(w) = g / l * sin(theta);
  when theta >= slope + a then
    steps = pre(steps) + 1;
    w_end = pre(w);
    t_end = time;
    duration = time - pre(t_end);
    reinit(theta, pre(theta) - 2 * a);
    reinit(w, cos(2 * a) * pre(w));
  end when;
  annotation(experiment(StopTime = 30, Interval = 0.1, Tolerance = 1e-8));
end RimlessWheel;
