model ClockedInverseOfSample
  Real u, c(start = 0), v;
equation
  u = sample(time, Clock(Clock(1, 10), solverMethod = "ExplicitEuler"));
  der(c) = v - c;
  c = u;
end ClockedInverseOfSample;
