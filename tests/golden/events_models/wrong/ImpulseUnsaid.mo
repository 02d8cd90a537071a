// The capacity depends on the voltage: C(v)*der(v) does not say which charge is kept when the voltage jumps.
model ImpulseUnsaid
  Real v1(start = 4, fixed = true), v2(start = 1, fixed = true), i;
  Boolean closed = time >= 1;
equation
  (1 + v1^2)*der(v1) = -i;
  2*der(v2) = i;
  0 = if closed then v1 - v2 else i;
  annotation(experiment(StopTime = 2));
end ImpulseUnsaid;
