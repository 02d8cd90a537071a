within Parts.Examples;
model TwoTanks "Two tanks that a pipe joins: their levels meet, the difference falls exponentially"
  Fluid.Tank left(A = 2, level(start = 3, fixed = true), T(start = 350, fixed = true));
  Fluid.Tank right(A = 1, level(start = 1, fixed = true), T(start = 300, fixed = true));
  Fluid.Pipe pipe(G = 1e-3);
equation
  connect(left.ports[1], pipe.a);
  connect(pipe.b, right.ports[1]);
  annotation(experiment(StopTime = 100, Interval = 1));
end TwoTanks;
