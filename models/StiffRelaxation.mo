// Origin: Gear (1970), (10): the equation of Figs. 1 and 2 that the forward Euler method cannot follow. The
// text leaves lambda and F(t) open: -1000 and sin(t) are our choice. Solution: w = F(t) + (w(0) - F(0))
// exp(lambda t).
model StiffRelaxation "A fast decay onto a slow solution"
  parameter Real lambda(unit = "1/s") = -1000 "Rate of the decay";
  Real w(start = 1.5, fixed = true) "State";
equation
  der(w) = lambda * (w - sin(time)) + cos(time) "(10)";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end StiffRelaxation;
