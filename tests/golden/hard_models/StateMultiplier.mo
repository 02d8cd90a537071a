// Equations that depend on each other with a state as the factor.
model StateMultiplier
  Real a(start=1,fixed=true),b,c(start=0.5,fixed=true);
equation
  der(a)+c*der(b) = -sin(time)+0.5*exp(time)*cos(time);
  c*der(a)+c^2*der(b) + b = c*(-sin(time)+0.5*exp(time)*cos(time)) + sin(time);
  der(c) = c*1.0;
  annotation(experiment(StopTime = 1));
end StateMultiplier;
