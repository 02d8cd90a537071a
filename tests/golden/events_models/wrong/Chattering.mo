// Both values of the relation drive x back to zero: it changes to and fro without end.
model Chattering
  Real x(start = 0.5, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
  annotation(experiment(StopTime = 2, Interval = 0.01));
end Chattering;
