// A continuous state in an equation with what is sampled.
model ClockedAndContinuous
  Real x(start = 1, fixed = true), y;
equation
  y = sample(x, Clock(1, 10));
  der(x) = -y;
end ClockedAndContinuous;
