// Origin: a body that slides on dry friction, from the mechanics texts; our own numbers. It is thrown, comes to rest at v0/(mu g), is pulled by a
// growing force and goes again when that is mu m g.
model SlidingToRest "Dry friction: slides to rest, sticks, and is pulled loose again"
  parameter Real m(unit = "kg") = 2, mu = 0.25, g(unit = "m/s2") = 10;
  parameter Real rate(unit = "N/s") = 2 "Growth of the pulling force, from t_pull on";
  parameter Real t_pull(unit = "s") = 2;
  Real x(unit = "m", start = 0, fixed = true), v(unit = "m/s", start = 3, fixed = true);
  Real pull(unit = "N") = if time < t_pull then 0 else rate * (time - t_pull);
  Real friction(unit = "N") "Against the motion";
  Boolean stuck(start = false, fixed = true);
  discrete Real t_rest(unit = "s", start = 0, fixed = true), t_loose(unit = "s", start = 0, fixed = true);
equation
  der(x) = v;
  m * der(v) = pull - friction;
  friction = if stuck then pull else mu * m * g;
  when v <= 0 then
    stuck = true;
    t_rest = time;
    t_loose = pre(t_loose);
    reinit(v, 0);
  elsewhen pull > mu * m * g then
    stuck = false;
    t_rest = pre(t_rest);
    t_loose = time;
  end when;
  annotation(experiment(StopTime = 6, Interval = 0.05, Tolerance = 1e-8));
end SlidingToRest;
