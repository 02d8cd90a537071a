model NoSolutionAfterEvent "y^2 = -1 has no real solution"
  Real x(start = 1, fixed = true), y(start = 1);
equation
  der(x) = -1;
  y^2 = if time < 0.5 then 1 else -1;
  annotation(experiment(StopTime = 1));
end NoSolutionAfterEvent;
