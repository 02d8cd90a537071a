// Origin: Cellier & Kofman (7.54), Fig. 7.20. Two capacitors in parallel cannot both have a state;
// differentiating (7.54f) and giving up one integrator leaves the eight equations (7.59) with a loop of four.
// The text gives no numbers: the element values and the source are our choice.
model ParallelCapacitors "Two capacitors in parallel: index 2"
  parameter Real R(unit = "Ohm") = 100 "Resistance";
  parameter Real C1(unit = "F") = 100e-6 "Capacitance of C1";
  parameter Real C2(unit = "F") = 50e-6 "Capacitance of C2";
  parameter Real U(unit = "V") = 10 "Amplitude of the source";
  parameter Real omega(unit = "rad/s") = 125 "Angular frequency of the source";
  Real u0(unit = "V") "Voltage of the source";
  Real i0(unit = "A") "Current through source and resistor";
  Real uR(unit = "V") "Voltage across the resistor";
  Real u1(unit = "V", start = 0, fixed = true) "Voltage across C1, the state";
  Real i1(unit = "A") "Current through C1";
  Real u2(unit = "V", start = 0) "Voltage across C2, equal to u1";
  Real i2(unit = "A") "Current through C2";
equation
  u0 = U * sin(omega * time) "(7.54a) source";
  uR = R * i0 "(7.54b) resistor";
  i1 = C1 * der(u1) "(7.54c) capacitor";
  i2 = C2 * der(u2) "(7.54d) capacitor";
  u0 = uR + u1 "(7.54e) mesh";
  u2 = u1 "(7.54f) mesh, the constraint";
  i0 = i1 + i2 "(7.54g) node";
  annotation(experiment(StartTime = 0, StopTime = 0.2, Interval = 0.0005, Tolerance = 1e-8));
end ParallelCapacitors;
