// Origin: the time-optimal control of a double integrator (L. S. Pontryagin et al., 1962): full force one way until the
// parabola x = -v |v|/2, then full force the other way. From (x0, 0) it takes 2 sqrt(x0). After the switch the motion stays
// on the parabola, so only the first touch may count.
model BangBang "A mass that is brought to rest in the shortest time"
  parameter Real x0(unit = "m") = 2;
  Real x(unit = "m", start = x0, fixed = true), v(start = 0, fixed = true);
  discrete Real u(start = -1, fixed = true);
  discrete Real t_switch(unit = "s", start = 0, fixed = true), t_stop(unit = "s", start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = u;
  when pre(u) < 0 and x <= v ^ 2 / 2 then
    u = 1;
    t_switch = time;
    t_stop = pre(t_stop);
  elsewhen v >= 0 then
    u = 0;
    t_switch = pre(t_switch);
    t_stop = time;
  end when;
  annotation(experiment(StopTime = 4, Interval = 0.05, Tolerance = 1e-8));
end BangBang;
