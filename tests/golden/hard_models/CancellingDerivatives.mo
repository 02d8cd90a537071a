// Derivatives that cancel.
model CancellingDerivatives
  Real a,b(start=1,fixed=true),c;
equation
  a + b + c= sin(time);
  der(a)+der(b)+der(c) + b + der(b) = cos(time);
  c - a = time;
  annotation(experiment(StopTime = 1));
end CancellingDerivatives;
