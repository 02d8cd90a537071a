// Origin: our own. A Boolean passes the relation on, and another switch decides about the drift: an event during the sliding, at 1, after which the share is another; and one at 2, by which the state is set away from the surface.
model BooleanRelay
  Real x(start = 0.5, fixed = true);
  Real onTime(start = 0, fixed = true);
  Boolean on = x > 0;
  Real drift = if time < 1 then 0 else 0.5;
equation
  der(x) = drift + (if on then -1 else 1);
  der(onTime) = if on then 1 else 0;
  when time >= 2 then
    reinit(x, 0.25);
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end BooleanRelay;
