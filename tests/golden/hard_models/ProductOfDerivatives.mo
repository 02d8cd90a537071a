// Derivatives occur as a product alone; nothing is free.
model ProductOfDerivatives
  Real x(start=1),y(start=1);
equation
  der(x)*der(y) + x = exp(2*time)+exp(time);
  2*der(x)*der(y) + y = 2*exp(2*time)+exp(time);
  annotation(experiment(StopTime = 1));
end ProductOfDerivatives;
