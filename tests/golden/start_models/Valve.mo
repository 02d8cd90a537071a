model Valve "the coefficient of a valve is found from a level at rest"
  parameter Real k(fixed = false, start = 0.5, min = 0);
  Real h1(start = 2, fixed = true), h2(start = 1);
initial equation
  der(h1) = 0;
  der(h2) = 0;
equation
  der(h1) = 1-k*sqrt(h1-h2);
  der(h2) = k*sqrt(h1-h2)-0.8*sqrt(h2);
end Valve;
