// The delay grows beyond its limit at 0.5.
model DelayTooLong
  Real x(start = 0, fixed = true);
equation
  der(x) = delay(time, 0.5 + time, 1);
  annotation(experiment(StopTime = 1));
end DelayTooLong;
