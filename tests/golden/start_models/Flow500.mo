model Flow500 "a ring of 500 tanks at rest: of the balances one follows from the others, and the total takes its place; in an order of their own"
  constant Integer n = 500;
  constant Real pi = 3.14159265358979324;
  Real M[n](each start = 10);
  Real p[n], m[n];
initial equation
  for i in 1:n loop
    der(M[mod(197*i, n) + 1]) = 0;
  end for;
  sum(M) = 10*n;
equation
  for i in 1:n loop
    der(M[mod(307*i, n) + 1]) = m[mod(307*i - 1, n) + 1] - m[mod(307*i, n) + 1] + cos(2*pi*mod(307*i, n)/n);
    p[mod(91*i, n) + 1] = M[mod(91*i, n) + 1];
    p[mod(123*i, n) + 1] - p[mod(123*i + 1, n) + 1] = m[mod(123*i, n) + 1];
  end for;
end Flow500;
