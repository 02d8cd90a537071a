model HalfWave "Half-wave rectifier: source, resistor, diode, smoothing capacitor with a load"
  parameter Real Is(unit = "A") = 1e-12 "Saturation current";
  parameter Real Vt(unit = "V") = 0.02585 "Thermal voltage";
  parameter Real R(unit = "Ohm") = 5, C(unit = "F") = 100e-6, RL(unit = "Ohm") = 1000;
  Real v(unit = "V", start = 0, fixed = true) "Voltage of the capacitor";
  Real vs(unit = "V") "Source", i(unit = "A") "Current of the diode", vd(unit = "V") "Voltage of the diode";
equation
  vs = 10 * sin(314.159265 * time);
  vs = R * i + vd + v;
  i = Is * (exp(vd / Vt) - 1);
  C * der(v) = i - v / RL;
  annotation(experiment(StopTime = 0.1));
end HalfWave;
