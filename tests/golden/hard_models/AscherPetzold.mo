// U. M. Ascher, L. R. Petzold, SIAM J. Numer. Anal. 28 (1991) 1097-1120: index 2, time-varying.
model AscherPetzold
  parameter Real nu=1;
  Real x1(start=1,fixed=true),x2,z;
equation
  der(x1) = (nu - 1/(2-time))*x1 + (2-time)*nu*z + (3-time)/(2-time)*exp(time);
  der(x2) = (1-nu)/(time-2)*x1 - x2 + (nu-1)*z + 2*exp(time);
  0 = (time+2)*x1 + (time^2-4)*x2 - (time^2+time-2)*exp(time);
  annotation(experiment(StopTime = 1));
end AscherPetzold;
