// Back before the first tick of all.
model ClockTooEarly
  Real x = time, y, z;
equation
  y = sample(x, Clock(1, 10));
  z = backSample(y, 1, 2);
end ClockTooEarly;
