// Origin: Cellier & Kofman (7.59). The reduced form of (7.54): the derivative of u2 has become an algebraic
// variable, and eight equations with a loop of four remain. higher_index/ParallelCapacitors.mo must give the
// same trajectories.
model ParallelCapacitorsReduced "Two capacitors in parallel after index reduction by hand"
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
  Real u2(unit = "V") "Voltage across C2, equal to u1";
  Real i2(unit = "A") "Current through C2";
  Real du2(unit = "V/s") "Dummy derivative of u2";
equation
  u0 = U * sin(omega * time) "(7.59a) source";
  uR = R * i0 "(7.59b) resistor";
  i1 = C1 * der(u1) "(7.59c) capacitor";
  i2 = C2 * du2 "(7.59d) capacitor";
  u0 = uR + u1 "(7.59e) mesh";
  u2 = u1 "(7.59f) the constraint";
  du2 = der(u1) "(7.59g) the differentiated constraint";
  i0 = i1 + i2 "(7.59h) node";
  annotation(experiment(StartTime = 0, StopTime = 0.2, Interval = 0.0005, Tolerance = 1e-8));
end ParallelCapacitorsReduced;
