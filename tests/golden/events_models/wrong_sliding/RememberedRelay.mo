// n remembers on which side the model was before.
model RememberedRelay
  Real x(start = 0.5, fixed = true);
  Integer n(start = 1, fixed = true);
equation
  n = if x > 0 then 1 elseif pre(n) == 1 then 2 else 3;
  der(x) = if n == 1 then -1 else 2;
  annotation(experiment(StopTime = 2, Interval = 0.05, Tolerance = 1e-8));
end RememberedRelay;
