model FourBar "closing a loop from poor guesses; open branch by the start value of c"
  parameter Real a = 1, b = 3, cc = 2.5, d = 3.2;
  Real th(start = 0.7, fixed = true), w(start = 1, fixed = true);
  Real be(start = 0), ga(start = 2.5);
equation
  a*cos(th) + b*cos(be) = d + cc*cos(ga);
  a*sin(th) + b*sin(be) = cc*sin(ga);
  der(th) = w; der(w) = -sin(th);
end FourBar;
