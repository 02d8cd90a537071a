// Origin: Newton's cradle without its strings, from the mechanics texts; our own numbers. Equal balls exchange their velocities; two of them touch, so
// that one impact follows the other at the same instant.
model BallsInARow "A ball hits two that touch: two impacts at one instant, and the last one leaves"
  parameter Real gap(unit = "m") = 1;
  parameter Real wall(unit = "m") = 2 "Place of the wall that sends the last one back";
  Real x1(unit = "m", start = -gap, fixed = true), x2(unit = "m", start = 0, fixed = true), x3(unit = "m", start = 0, fixed = true) "Places, less the diameters";
  Real v1(unit = "m/s", start = 2, fixed = true), v2(unit = "m/s", start = 0, fixed = true), v3(unit = "m/s", start = 0, fixed = true);
  Integer hits(start = 0, fixed = true);
  discrete Real t_first(start = 0, fixed = true), t_last(start = 0, fixed = true);
equation
  der(x1) = v1;
  der(x2) = v2;
  der(x3) = v3;
  der(v1) = 0;
  der(v2) = 0;
  der(v3) = 0;
  when x1 >= x2 and v1 > v2 then
    reinit(v1, pre(v2));
    reinit(v2, pre(v1));
    hits = pre(hits) + 1;
    t_first = if pre(hits) == 0 then time else pre(t_first);
    t_last = time;
  elsewhen x2 >= x3 and v2 > v3 then
    reinit(v2, pre(v3));
    reinit(v3, pre(v2));
    hits = pre(hits) + 1;
    t_first = pre(t_first);
    t_last = time;
  elsewhen x3 >= wall then
    reinit(v3, -pre(v3));
    hits = pre(hits) + 1;
    t_first = pre(t_first);
    t_last = time;
  end when;
  annotation(experiment(StopTime = 4, Interval = 0.05, Tolerance = 1e-8));
end BallsInARow;
