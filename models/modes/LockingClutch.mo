// Origin: our own. Two inertias. A clutch slips with a torque of 5 until both turn at the same speed, and is then rigid: one state fewer, no jump. At 2 it slips again.
model LockingClutch
  parameter Real J1 = 1, J2 = 2;
  Real w1(start = 10, fixed = true), w2(start = 0, fixed = true), tau;
  Boolean locked(start = false, fixed = true);
equation
  J1*der(w1) = -tau;
  J2*der(w2) = tau;
  if locked then
    w1 = w2;
  else
    tau = 5;
  end if;
  when w1 <= w2 then
    locked = true;
  elsewhen time >= 2 then
    locked = false;
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end LockingClutch;
