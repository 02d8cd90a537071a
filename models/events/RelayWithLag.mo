// Origin: relay feedback of a first-order lag, the plainest limit cycle of control texts; our own numbers. With hysteresis eps the half
// period is T ln((K + eps)/(K - eps)).
model RelayWithLag "A relay with hysteresis around a lag: a limit cycle of exactly known period"
  parameter Real T(unit = "s") = 2 "Time constant";
  parameter Real K = 1 "Output of the relay";
  parameter Real eps = 0.25 "Half of its hysteresis";
  Real y(start = 0, fixed = true);
  Boolean up(start = true, fixed = true);
  Integer switches(start = 0, fixed = true);
  discrete Real t_last(start = 0, fixed = true), half(start = 0, fixed = true) "Time and distance of the last switches";
equation
  T * der(y) = (if up then K else -K) - y;
  up = if pre(up) then not y > eps else y < -eps;
  when change(up) then
    switches = pre(switches) + 1;
    t_last = time;
    half = time - pre(t_last);
  end when;
  annotation(experiment(StopTime = 20, Interval = 0.1, Tolerance = 1e-8));
end RelayWithLag;
