model Flash "isothermal flash, Rachford-Rice; Wilson-like K values"
  parameter Real z[3] = {0.3, 0.4, 0.3};
  parameter Real K[3] = {4.2, 1.3, 0.15};
  Real psi, x[3], y[3];
  Real M(start = 10, fixed = true);
equation
  for i in 1:3 loop
    x[i]*(1 + psi*(K[i] - 1)) = z[i];
    y[i] = K[i]*x[i];
  end for;
  sum(y) - sum(x) = 0;
  der(M) = 1 - psi;
end Flash;
