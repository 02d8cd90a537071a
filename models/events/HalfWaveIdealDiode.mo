// Origin: the half-wave rectifier with a resistor and a coil (e.g. N. Mohan, T. Undeland, W. Robbins, Power Electronics, ch. 5); our own numbers. The current
// i(t) = V/Z (sin(w t - a) + sin(a) exp(-t R/L)), a = atan(w L/R), ends at the extinction angle, where it is zero again. The diode is
// written with one parameter s along its characteristic: v = s where it blocks, i = s where it conducts.
model HalfWaveIdealDiode "A coil and a resistor behind an ideal diode at an alternating voltage"
  constant Real pi = 3.141592653589793;
  parameter Real V(unit = "V") = 10, f(unit = "Hz") = 50, R(unit = "Ohm") = 2, L(unit = "H") = 0.01;
  parameter Real Roff(unit = "Ohm") = 1e5 "Of the diode that blocks";
  Real i(unit = "A", start = 0, fixed = true) "Current of the coil";
  Real s(start = -1) "Along the characteristic of the diode";
  Real v(unit = "V") "Voltage at the diode";
  Boolean conducting;
  discrete Real t_end(unit = "s", start = 0, fixed = true) "When the current last ended";
  discrete Real t_begin(unit = "s", start = 0, fixed = true);
equation
  V * sin(2 * pi * f * time) = v + R * i + L * der(i);
  conducting = s > 0;
  v = if conducting then 0 else s;
  i = if conducting then s else s / Roff;
  when not conducting then
    t_end = time;
  end when;
  when conducting then
    t_begin = time;
  end when;
  annotation(experiment(StopTime = 0.059, Interval = 2e-4, Tolerance = 1e-8));
end HalfWaveIdealDiode;
