model Brusselator "In units of c"
  parameter Real c = 1e-9;
  Real X(start = 1.2 * c, fixed = true), Y(start = 3.1 * c, fixed = true);
equation
  der(X) = c + X ^ 2 * Y / c ^ 2 - 4 * X;
  der(Y) = 3 * X - X ^ 2 * Y / c ^ 2;
  annotation(experiment(StopTime = 20));
end Brusselator;
