// The delay shrinks to nothing at 0.5.
model DelayVanishes
  Real x(start = 0, fixed = true);
equation
  der(x) = delay(time, 0.5 - time, 1);
  annotation(experiment(StopTime = 1));
end DelayVanishes;
