// Origin: the juggling robot with a throw at each return (M. Buehler, D. Koditschek, P. Kindlmann, Int. J. Robotics Research 13 (1994)), reduced to
// what has a closed form: each of three balls is thrown with v = g T/2 and returns after T; they are thrown a third of T after each other.
model Juggler "Three balls that one hand throws in turn"
  parameter Real g(unit = "m/s2") = 9.81, T(unit = "s") = 1.2 "Time of a flight";
  parameter Real v_throw(unit = "m/s") = g * T / 2;
  parameter Real t0[3](each unit = "s") = {0, T / 3, 2 * T / 3} "Ages of the flights at the start";
  Real h[3](each unit = "m", start = {v_throw * t - g * t ^ 2 / 2 for t in t0}, each fixed = true);
  Real v[3](each unit = "m/s", start = {v_throw - g * t for t in t0}, each fixed = true);
  Integer throws[3](each start = 0, each fixed = true);
  discrete Real t_last[3](each unit = "s", each start = 0, each fixed = true);
equation
  for k in 1:3 loop
    der(h[k]) = v[k];
    der(v[k]) = -g;
    when h[k] <= 0 and v[k] < 0 then
      throws[k] = pre(throws[k]) + 1;
      t_last[k] = time;
      reinit(v[k], v_throw);
    end when;
  end for;
  annotation(experiment(StopTime = 10.1, Interval = 0.05, Tolerance = 1e-8));
end Juggler;
