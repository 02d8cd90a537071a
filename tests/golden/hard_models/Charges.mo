// Charges that are nonlinear functions of voltages, two in parallel.
model Charges
  Real q1(start=0,fixed=true),q2,v1,v2;
equation
  q1=v1+v1^3; q2=v2+v2^3; der(q1)+der(q2)=cos(time); v1=v2;
  annotation(experiment(StopTime = 3));
end Charges;
