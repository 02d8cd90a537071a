// Origin: Cellier & Kofman [H7.7]: a structurally singular circuit with three sinusoidal current sources. The
// figure is missing in our text: this is a circuit of that description. The first source feeds a node from
// which only two inductors lead away, so the currents of the inductors are not independent; each inductor
// ends in a node with another source and a resistor to ground. Topology and values are our choice.
model ThreeCurrentSources "Current source that feeds two inductors: index 2"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Real L1(unit = "H") = 0.2 "Inductance of L1";
  parameter Real L2(unit = "H") = 0.3 "Inductance of L2";
  parameter Real R1(unit = "Ohm") = 10 "Resistance of R1";
  parameter Real R2(unit = "Ohm") = 20 "Resistance of R2";
  parameter Real I(unit = "A") = 1 "Amplitude of the sources";
  parameter Real omega(unit = "rad/s") = 125 "Angular frequency of the sources";
  parameter Real phase(unit = "rad") = 2 * pi / 3 "Phase between the sources, a third of a turn";
  Real j1(unit = "A") "Current of the first source";
  Real j2(unit = "A") "Current of the second source";
  Real j3(unit = "A") "Current of the third source";
  Real v1(unit = "V") "Potential of the node of the first source";
  Real v2(unit = "V") "Potential of the node of the second source";
  Real v3(unit = "V") "Potential of the node of the third source";
  Real uL1(unit = "V") "Voltage across L1";
  Real iL1(unit = "A", start = 0, fixed = true) "Current through L1, the state";
  Real uL2(unit = "V") "Voltage across L2";
  Real iL2(unit = "A", start = 0) "Current through L2, bound by the constraint";
  Real iR1(unit = "A") "Current through R1";
  Real iR2(unit = "A") "Current through R2";
equation
  j1 = I * sin(omega * time) "First source";
  j2 = I * sin(omega * time - phase) "Second source";
  j3 = I * sin(omega * time - 2 * phase) "Third source";
  uL1 = L1 * der(iL1) "Inductor";
  uL2 = L2 * der(iL2) "Inductor";
  uL1 = v1 - v2 "Branch of L1";
  uL2 = v1 - v3 "Branch of L2";
  v2 = R1 * iR1 "Resistor";
  v3 = R2 * iR2 "Resistor";
  j1 = iL1 + iL2 "First node, the constraint of [H7.7]";
  iL1 + j2 = iR1 "Second node";
  iL2 + j3 = iR2 "Third node";
  annotation(experiment(StartTime = 0, StopTime = 0.2, Interval = 0.0005, Tolerance = 1e-8));
end ThreeCurrentSources;
