// Nothing says when y ticks.
model ClockUnknown
  Real x = time, y;
equation
  y = sample(x);
end ClockUnknown;
