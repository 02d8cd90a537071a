// The solution of the second equation ends where x = 0.
model Impasse
  Real x(start = -1, fixed = true), y(start = 1);
equation
  der(x) = 1/2;
  y^2 = -x;
  annotation(experiment(StopTime = 4));
end Impasse;
