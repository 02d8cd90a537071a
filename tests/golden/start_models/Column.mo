model Column "binary distillation, 10 trays, steady start from a flat guess"
  parameter Integer n = 10; parameter Real alpha = 2.4, L = 2, V = 2.5, F = 1, zF = 0.5, D = 0.5;
  Real x[n](each start = 0.5), y[n];
initial equation
  der(x) = zeros(n);
equation
  for i in 1:n loop y[i] = alpha*x[i]/(1 + (alpha - 1)*x[i]); end for;
  der(x[1]) = (V*(y[2] - x[1]));
  for i in 2:4 loop der(x[i]) = L*(x[i-1] - x[i]) + V*(y[i+1] - y[i]); end for;
  der(x[5]) = L*x[4] + F*zF - (L + F)*x[5] + V*(y[6] - y[5]);
  for i in 6:n-1 loop der(x[i]) = (L + F)*(x[i-1] - x[i]) + V*(y[i+1] - y[i]); end for;
  der(x[n]) = (L + F)*x[n-1] - (L + F - V)*x[n] - V*y[n];
end Column;
