// Origin: our own. A perfect switch joins two capacitors of 4 V and 1 V: the voltages jump to that which keeps the charge, and the current is an impulse.
model CapacitorsJoined
  parameter Real C1 = 1, C2 = 2;
  Real v1(start = 4, fixed = true), v2(start = 1, fixed = true), i;
  Boolean closed = time >= 1;
equation
  C1*der(v1) = -i;
  C2*der(v2) = i;
  0 = if closed then v1 - v2 else i;
  annotation(experiment(StopTime = 2, Interval = 0.05, Tolerance = 1e-8));
end CapacitorsJoined;
