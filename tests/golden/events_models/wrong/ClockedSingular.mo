model ClockedSingular
  Real x = time, y, z;
equation
  y = sample(x, Clock(1, 10));
  y = 2*sample(x);
  z = hold(y);
end ClockedSingular;
