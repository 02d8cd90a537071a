model Recs "parameters of an array, found from slopes of what an array of records describes"
  record P
    Real k;
    Real c0;
  end P;
  parameter P p[3](k = {1, 2, 3}, c0 = {2, 4, 8});
  parameter Real s[3](each fixed = false);
  Real c[3](start = {1, 1, 1}, each fixed = true);
initial equation
  for i in 1:3 loop
    der(c[i]) = p[i].c0;
  end for;
equation
  for i in 1:3 loop
    der(c[i]) = s[i] - p[i].k*c[i]^2;
  end for;
end Recs;
