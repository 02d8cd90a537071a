// Trap 11: reinit of an alias of a state, to a value that depends on the state itself and on another that is reset at the same instant: both see the values before the event.
// x' = 1, y' = 2; when x reaches 1: x := y - x, y := x. From (0, 0): (1, 2) -> (1, 1): no new edge (it does not fall below 1).
model Trap11ResetIntegrator
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), out;
  discrete Real t_reset(start = 0, fixed = true);
  Integer resets(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 2;
  out = -x;
  when time >= pre(t_reset) + 1 then
    t_reset = time;
    resets = pre(resets) + 1;
    reinit(out, x - y);
    reinit(y, x);
  end when;
  annotation(experiment(StopTime = 3.5, Interval = 0.05, Tolerance = 1e-8));
end Trap11ResetIntegrator;
