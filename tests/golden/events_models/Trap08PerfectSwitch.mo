// Trap 8: a switch without any resistance or conductance. Open, its current is zero; closed, its voltage is. In a circuit with resistors the structure of no equation is lost.
model Trap08PerfectSwitch
  parameter Real V = 10, R1 = 2, R2 = 3, C = 0.1;
  Real v, i "of the switch, beside R2", u(start = 0, fixed = true) "of the capacitor";
  Boolean closed = time >= 1;
  Real j "through R1";
equation
  0 = if closed then v else i;
  V = R1 * j + v + u;
  j = i + v / R2;
  C * der(u) = j;
  annotation(experiment(StopTime = 1.5, Interval = 0.05, Tolerance = 1e-8));
end Trap08PerfectSwitch;
