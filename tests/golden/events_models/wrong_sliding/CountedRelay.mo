// A when-clause counts what would be infinitely many changes: the model cannot slide.
model CountedRelay
  Real x(start = 0.5, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = if x > 0 then -1 else 2;
  when x > 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.05, Tolerance = 1e-8));
end CountedRelay;
