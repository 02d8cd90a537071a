// Two clocks for one variable, through a conversion.
model ClocksContradict
  Real x = time, a, b;
equation
  a = sample(x, Clock(1, 10));
  b = subSample(a, 3) + sample(x, Clock(1, 4));
end ClocksContradict;
