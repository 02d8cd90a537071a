model ClockWithoutInterval
  Real x = time, y;
equation
  y = sample(x, Clock(0, 10));
end ClockWithoutInterval;
