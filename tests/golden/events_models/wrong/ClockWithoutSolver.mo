model ClockWithoutSolver
  Real u, y(start = 0);
equation
  u = sample(time, Clock(Clock(1, 10), solverMethod = "Magic"));
  der(y) = u;
end ClockWithoutSolver;
