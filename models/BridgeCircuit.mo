// Origin: Cellier & Kofman [H7.5], and [H7.6] for relaxation: a source and five resistors; ten of the
// equations form one linear algebraic loop with two tearing variables, and i3 is asked for. The figure is
// missing in our text: the bridge is the circuit of that description. Values and source are our choice. There
// is no state.
model BridgeCircuit "Wheatstone bridge: a linear algebraic loop of ten equations"
  parameter Real R1(unit = "Ohm") = 100 "Resistance of R1, upper left";
  parameter Real R2(unit = "Ohm") = 200 "Resistance of R2, upper right";
  parameter Real R3(unit = "Ohm") = 50 "Resistance of R3, the bridge";
  parameter Real R4(unit = "Ohm") = 300 "Resistance of R4, lower left";
  parameter Real R5(unit = "Ohm") = 100 "Resistance of R5, lower right";
  parameter Real U(unit = "V") = 10 "Amplitude of the source";
  parameter Real omega(unit = "rad/s") = 125 "Angular frequency of the source";
  Real u0(unit = "V") "Voltage of the source";
  Real i0(unit = "A") "Current through the source";
  Real u1(unit = "V") "Voltage across R1";
  Real i1(unit = "A") "Current through R1";
  Real u2(unit = "V") "Voltage across R2";
  Real i2(unit = "A") "Current through R2";
  Real u3(unit = "V") "Voltage across R3";
  Real i3(unit = "A") "Current through R3, from left to right";
  Real u4(unit = "V") "Voltage across R4";
  Real i4(unit = "A") "Current through R4";
  Real u5(unit = "V") "Voltage across R5";
  Real i5(unit = "A") "Current through R5";
equation
  u0 = U * sin(omega * time) "Source";
  u1 = R1 * i1 "Resistor, first of the loop [H7.5]";
  u2 = R2 * i2 "Resistor";
  u3 = R3 * i3 "Resistor";
  u4 = R4 * i4 "Resistor";
  u5 = R5 * i5 "Resistor";
  u0 = u1 + u4 "Mesh of the source";
  u2 = u1 + u3 "Upper mesh";
  u4 = u3 + u5 "Lower mesh";
  i1 = i3 + i4 "Left node";
  i5 = i2 + i3 "Right node, last of the loop";
  i0 = i1 + i2 "Upper node";
  annotation(experiment(StartTime = 0, StopTime = 0.1, Interval = 0.0005, Tolerance = 1e-8));
end BridgeCircuit;
