// Origin: our own. A switch cuts a coil of 1 H off its source of 1 V at 1. An ideal diode takes the current over, which then falls through a resistor of 1 Ohm.
// With the diode off, the current would have to vanish in an impulse of voltage, which is what turns the diode on.
model CoilAndDiode
  Real i(start = 0, fixed = true), i_switch, i_diode, v, v_switch, s;
  Boolean open = time >= 1, off;
equation
  der(i) = v;
  i_switch + i_diode = i;
  1 = v_switch + v;
  0 = if open then i_switch else v_switch;
  off = s < 0;
  -v = (if off then s else 0) + i_diode;
  i_diode = if off then 0 else s;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end CoilAndDiode;
