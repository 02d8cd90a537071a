// No whole factor leads from one clock to the other.
model ClockFactor
  Real x = time, a, b;
equation
  a = sample(x, Clock(1, 10));
  b = subSample(a) + sample(x, Clock(1, 4));
end ClockFactor;
