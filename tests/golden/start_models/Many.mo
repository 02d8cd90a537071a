model Many "the conditions for a and b say the same in numbers, so the third is needed"
  parameter Integer n = 1000;
  Real a[n], b[n];
  Real x[n](each start = 1);
  Real y[n](each start = 5);
initial equation
  for i in 1:n loop
    a[i] = 3 + i/n;
    b[i] = 6 + 2*i/n;
    x[i]^3 + x[i] = 10;
  end for;
equation
  for i in 1:n loop
    a[i] = x[i] + y[i];
    b[i] = 2*x[i] + 2*y[i];
    der(x[i]) = -x[i] + (if i > 1 then x[i - 1] else 0);
    der(y[i]) = -y[i]^3;
  end for;
end Many;
