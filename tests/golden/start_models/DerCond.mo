model DerCond "a condition on the derivative of what is no state"
  Real x(start = 1), y;
initial equation
  der(y) = -3;
equation
  der(x) = -x;
  y = x^2;
end DerCond;
