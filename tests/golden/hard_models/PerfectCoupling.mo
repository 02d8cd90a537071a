// Two coils with perfect coupling and resistors: one flux, i1 + 2 i2. The start value is that of i1, and no other is given.
model PerfectCoupling
  parameter Real L1=1, L2=4, M=2;
  Real i1(start=1), i2, v1, v2;
equation
  L1*der(i1) + M*der(i2) = v1;
  M*der(i1) + L2*der(i2) = v2;
  v1 = -i1 + 0*time; v2 = -2*i2;
  annotation(experiment(StopTime = 2));
end PerfectCoupling;
