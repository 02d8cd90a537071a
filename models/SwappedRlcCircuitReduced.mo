// Origin: Cellier & Kofman (7.70). What Pantelides' algorithm makes of (7.52), written out by hand as in the
// text: 17 equations, a loop of 11 with the two tearing variables of Fig. 7.31, one state.
// higher_index/SwappedRlcCircuit.mo must give the same trajectories.
model SwappedRlcCircuitReduced "The index-2 RLC circuit after index reduction by hand"
  parameter Real R1(unit = "Ohm") = 100 "Resistance of R1";
  parameter Real R2(unit = "Ohm") = 200 "Resistance of R2";
  parameter Real L(unit = "H") = 0.5 "Inductance";
  parameter Real C(unit = "F") = 100e-6 "Capacitance";
  parameter Real U(unit = "V") = 10 "Amplitude of the source";
  parameter Real omega(unit = "rad/s") = 125 "Angular frequency of the source";
  Real u0(unit = "V") "Voltage of the source";
  Real i0(unit = "A") "Current through the source";
  Real u1(unit = "V") "Voltage across R1";
  Real i1(unit = "A") "Current through R1";
  Real u2(unit = "V") "Voltage across R2";
  Real i2(unit = "A") "Current through R2";
  Real uL(unit = "V") "Voltage across the inductor";
  Real iL(unit = "A", start = 0, fixed = true) "Current through the inductor, the only state";
  Real uC(unit = "V") "Voltage across the capacitor, no longer a state";
  Real iC(unit = "A") "Current through the capacitor";
  Real du0(unit = "V/s") "Dummy derivative of u0";
  Real du1(unit = "V/s") "Dummy derivative of u1";
  Real di1(unit = "A/s") "Dummy derivative of i1";
  Real du2(unit = "V/s") "Dummy derivative of u2";
  Real di2(unit = "A/s") "Dummy derivative of i2";
  Real duL(unit = "V/s") "Dummy derivative of uL";
  Real duC(unit = "V/s") "Dummy derivative of uC";
equation
  u0 = U * sin(omega * time) "(7.70a) source";
  du0 = U * omega * cos(omega * time) "(7.70b) derivative of the source";
  uL = u0 - u1 "(7.70c) mesh";
  duL = du0 - du1 "(7.70d) derivative of (7.70c)";
  u2 = uC - u1 "(7.70e) mesh";
  du2 = duC - du1 "(7.70f) derivative of (7.70e)";
  i2 = 1 / R2 * u2 "(7.70g) resistor";
  di2 = 1 / R2 * du2 "(7.70h) derivative of (7.70g)";
  i1 = i2 + iL "(7.70i) node";
  di1 = di2 + der(iL) "(7.70j) derivative of (7.70i)";
  0 = uL - u2 "(7.70k) the constraint";
  0 = duL - du2 "(7.70l) the differentiated constraint";
  u1 = R1 * i1 "(7.70m) resistor";
  du1 = R1 * di1 "(7.70n) derivative of (7.70m)";
  duC = 1 / C * iC "(7.70o) capacitor";
  der(iL) = 1 / L * uL "(7.70p) inductor";
  i0 = i1 + iC "(7.70q) node";
  annotation(experiment(StartTime = 0, StopTime = 0.2, Interval = 0.0005, Tolerance = 1e-8));
end SwappedRlcCircuitReduced;
