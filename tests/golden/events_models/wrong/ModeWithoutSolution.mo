// Opened, the switch leaves a current source without a way.
model ModeWithoutSolution
  Real v, i, x(start = 0, fixed = true);
  Boolean open = time >= 1;
equation
  der(x) = 1;
  i = 1;
  0 = if open then i else v - 2*i;
  annotation(experiment(StopTime = 2));
end ModeWithoutSolution;
