// Initial equations of discrete variables need one another, and what lies between makes no sense: with n = 0, where it begins, the
// quotient is infinite and nothing continuous can be computed. (The noise blocks of the standard library draw a number from a seed
// that is found at the start.)
model Trap26InitialChain
  parameter Integer n(fixed = false);
  discrete Real q, r;
  Real y "2/n";
  Real x(start = 0, fixed = true);
initial equation
  r = 1/q;
  q = n/1.0;
  n = 4;
equation
  when sample(0.5, 0.5) then
    q = pre(q) + n;
    r = 1/q;
  end when;
  y = 2*r;
  der(x) = y;
  annotation (experiment(StopTime = 0.75));
end Trap26InitialChain;
