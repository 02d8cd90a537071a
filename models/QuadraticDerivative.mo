// Origin: Cellier & Kofman (7.72). The derivative has two roots, (7.73), and the equation alone does not say
// which one is meant: the initial equation picks the rising branch, whose solution is x = (1 + t/2)^2.
model QuadraticDerivative "An implicit equation with two possible derivatives"
  Real x(start = 1) "State, at the start fixed by its derivative";
initial equation
  der(x) = 1 "Picks the positive root of (7.73)";
equation
  x - der(x) ^ 2 = 0 "(7.72)";
  annotation(experiment(StartTime = 0, StopTime = 4, Interval = 0.05, Tolerance = 1e-8));
end QuadraticDerivative;
