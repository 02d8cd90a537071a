model ClockedDerivative
  Real u, y(start = 0);
equation
  u = sample(time, Clock(1, 10));
  der(y) = u;
end ClockedDerivative;
