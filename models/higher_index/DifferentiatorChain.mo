// Origin: Frisk, "Simulation of high index DAEs, key problems": the linear index-3 problem x = g(t), x' = y,
// y' = z, on which backward Euler works with a fixed step and fails with a variable one. g(t) is our choice.
// There is no free initial value.
model DifferentiatorChain "A function of time differentiated twice: index 3"
  parameter Real omega(unit = "rad/s") = 2 "Angular frequency of g";
  Real x "The function g(t)";
  Real y "Its first derivative";
  Real z "Its second derivative";
equation
  x = exp(-time / 5) * sin(omega * time) "x = g(t)";
  der(x) = y "x' = y";
  der(y) = z "y' = z";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end DifferentiatorChain;
