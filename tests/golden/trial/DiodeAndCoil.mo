// A diode in series with a coil. While it blocks, a current of -0.1 uA stands for a voltage of -20 V: the tolerance of the current is ten times as large.
model DiodeAndCoil "Half-wave rectifier with an inductive load"
  parameter Real R = 10, L = 0.02, Is = 1e-9, Vt = 0.026, Rp = 1e8 "Leakage";
  Real i(start = 0, fixed = true), v "Of the diode", u = 20*sin(100*3.141592653589793*time);
equation
  u = v + R*i + L*der(i);
  i = Is*(exp(v/Vt) - 1) + v/Rp;
  annotation(experiment(StopTime = 0.1, Tolerance = 1e-6));
end DiodeAndCoil;
