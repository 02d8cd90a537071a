// Origin: Cellier & Kofman (7.53), Fig. 7.17. The circuit of (7.52) with node potentials instead of mesh
// equations: 13 equations, and the constraint (7.53j) now stands in the open. Index reduction gives the 17
// equations (7.63) with a loop of five. The text gives no numbers: the element values and the source are our
// choice.
model PotentialRlcCircuit "The index-2 RLC circuit with node potentials"
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
  Real uC(unit = "V", start = 0) "Voltage across the capacitor, prescribed by the source";
  Real iC(unit = "A") "Current through the capacitor";
  Real v0(unit = "V") "Potential of the ground node";
  Real v1(unit = "V") "Potential of the node at the source";
  Real v2(unit = "V") "Potential of the node between the resistors";
equation
  u0 = U * sin(omega * time) "(7.53a) source";
  u0 = v1 - v0 "(7.53b) branch of the source";
  u1 = R1 * i1 "(7.53c) resistor";
  u1 = v1 - v2 "(7.53d) branch of R1";
  u2 = R2 * i2 "(7.53e) resistor";
  u2 = v2 - v0 "(7.53f) branch of R2";
  uL = L * der(iL) "(7.53g) inductor";
  uL = v2 - v0 "(7.53h) branch of the inductor";
  iC = C * der(uC) "(7.53i) capacitor";
  uC = v1 - v0 "(7.53j) branch of the capacitor, the constraint";
  v0 = 0 "(7.53k) ground";
  i0 = i1 + iC "(7.53l) node";
  i1 = i2 + iL "(7.53m) node";
  annotation(experiment(StartTime = 0, StopTime = 0.2, Interval = 0.0005, Tolerance = 1e-8));
end PotentialRlcCircuit;
