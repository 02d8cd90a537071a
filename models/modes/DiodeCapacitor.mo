// Origin: our own. An ideal diode charges a capacitor with a resistor beside it from a voltage sin(t). While it conducts, the voltage of the capacitor is that of the source and no state.
model DiodeCapacitor
  Real vc(start = 0), i, s, v;
  Boolean off;
equation
  sin(time) = v + vc;
  der(vc) = i - vc;
  off = s < 0;
  v = if off then s else 0;
  i = if off then 0 else s;
  annotation(experiment(StopTime = 9, Interval = 0.1, Tolerance = 1e-8));
end DiodeCapacitor;
