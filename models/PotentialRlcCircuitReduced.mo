// Origin: Cellier & Kofman (7.63). What Pantelides' algorithm makes of (7.53), written out by hand as in the
// text: 17 equations, a loop of five, one state. higher_index/PotentialRlcCircuit.mo must give the same
// trajectories.
model PotentialRlcCircuitReduced "The circuit with node potentials after index reduction by hand"
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
  Real v0(unit = "V") "Potential of the ground node";
  Real v1(unit = "V") "Potential of the node at the source";
  Real v2(unit = "V") "Potential of the node between the resistors";
  Real du0(unit = "V/s") "Dummy derivative of u0";
  Real dv0(unit = "V/s") "Dummy derivative of v0";
  Real dv1(unit = "V/s") "Dummy derivative of v1";
  Real duC(unit = "V/s") "Dummy derivative of uC";
equation
  u0 = U * sin(omega * time) "(7.63a) source";
  du0 = U * omega * cos(omega * time) "(7.63b) derivative of the source";
  v0 = 0 "(7.63c) ground";
  dv0 = 0 "(7.63d) derivative of (7.63c)";
  v1 = u0 - v0 "(7.63e) branch of the source";
  dv1 = du0 - dv0 "(7.63f) derivative of (7.63e)";
  u1 - R1 * i1 = 0 "(7.63g) resistor";
  u1 + v2 = v1 "(7.63h) branch of R1";
  u2 - R2 * i2 = 0 "(7.63i) resistor";
  v2 - u2 = v0 "(7.63j) branch of R2";
  0 = uC - v1 + v0 "(7.63k) the constraint";
  0 = duC - dv1 + dv0 "(7.63l) the differentiated constraint";
  i1 - i2 = iL "(7.63m) node";
  uL = v2 - v0 "(7.63n) branch of the inductor";
  duC = 1 / C * iC "(7.63o) capacitor";
  der(iL) = 1 / L * uL "(7.63p) inductor";
  i0 = i1 + iC "(7.63q) node";
  annotation(experiment(StartTime = 0, StopTime = 0.2, Interval = 0.0005, Tolerance = 1e-8));
end PotentialRlcCircuitReduced;
