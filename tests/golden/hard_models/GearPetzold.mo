// C. W. Gear, L. R. Petzold, SIAM J. Numer. Anal. 21 (1984) 716-728: linear, time-varying, index 2.
model GearPetzold
  parameter Real eta=5;
  Real x,y;
equation
  x + eta*time*y = exp(-time);
  der(x) + eta*time*der(y) + (1+eta)*y = 0;
  annotation(experiment(StopTime = 1));
end GearPetzold;
