model Fit "two parameters that are found from two conditions"
  parameter Real a[2](each fixed = false, each start = 1);
  Real x(start = 1, fixed = true);
initial equation
  a[1]*exp(-a[2]) = 0.5;
  a[1]+a[2] = 2;
equation
  der(x) = -a[2]*x;
end Fit;
