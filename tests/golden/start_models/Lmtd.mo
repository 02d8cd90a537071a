model Lmtd "a heat exchanger with logarithmic temperature differences"
  Real Th(start = 60), Tc(start = 45), Q, d1, d2;
  Real s(start = 0, fixed = true);
equation
  der(s) = Q;
  d1 = 90-Tc;
  d2 = Th-20;
  Q = 2*(90-Th);
  Q = 3*(Tc-20);
  Q = 1.7*(d1-d2)/log(d1/d2);
end Lmtd;
