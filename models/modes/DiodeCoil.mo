// Origin: our own. An ideal diode and a coil at a voltage cos(t), no resistance anywhere. While it blocks, the current is no state but zero.
model DiodeCoil
  Real i(start = 0, fixed = true), s, v;
  Boolean off;
equation
  cos(time) = v + der(i);
  off = s < 0;
  v = if off then s else 0;
  i = if off then 0 else s;
  annotation(experiment(StopTime = 9, Interval = 0.1, Tolerance = 1e-8));
end DiodeCoil;
