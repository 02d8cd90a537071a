// Origin: our own. A perfect switch shorts a capacitor at 1: its charge is gone at once. At 2 the switch opens, and it is charged again.
model CapacitorShorted
  Real v(start = 2, fixed = true), i, i_switch;
  Boolean closed = time >= 1 and time < 2;
equation
  der(v) = i;
  5 - v = i + i_switch;
  0 = if closed then v else i_switch;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end CapacitorShorted;
