// Origin: Cellier & Kofman [H7.1]: seven elements, 13 equations in 13 unknowns that sort completely, 50
// microseconds from zero states. The figure with topology and values is missing in our text: this is a
// circuit of that description. A source feeds the capacitor parallel to R3 through R1; from there the
// inductor leads to the load R2; a current source from the supply to the load depends on u3.
model ControlledSourceCircuit "RLC circuit with a voltage-controlled current source"
  parameter Real U(unit = "V") = 10 "Voltage of the source";
  parameter Real R1(unit = "Ohm") = 100 "Resistance of R1";
  parameter Real R2(unit = "Ohm") = 50 "Resistance of R2";
  parameter Real R3(unit = "Ohm") = 200 "Resistance of R3";
  parameter Real C(unit = "F") = 50e-9 "Capacitance";
  parameter Real L(unit = "H") = 0.5e-3 "Inductance";
  parameter Real k(unit = "S") = 0.005 "Gain of the driven current source";
  Real u0(unit = "V") "Voltage of the source";
  Real i0(unit = "A") "Current through the source";
  Real u1(unit = "V") "Voltage across R1";
  Real i1(unit = "A") "Current through R1";
  Real u2(unit = "V") "Voltage across R2";
  Real i2(unit = "A") "Current through R2";
  Real u3(unit = "V", start = 0, fixed = true) "Voltage across R3 and the capacitor, a state";
  Real i3(unit = "A") "Current through R3";
  Real iC(unit = "A") "Current through the capacitor";
  Real uL(unit = "V") "Voltage across the inductor";
  Real iL(unit = "A", start = 0, fixed = true) "Current through the inductor, a state";
  Real u4(unit = "V") "Voltage across the driven current source";
  Real i4(unit = "A") "Current through the driven current source";
equation
  u0 = U "[H7.1] source";
  u1 = R1 * i1 "[H7.1] resistor";
  u2 = R2 * i2 "[H7.1] resistor";
  u3 = R3 * i3 "[H7.1] resistor";
  iC = C * der(u3) "[H7.1] capacitor";
  uL = L * der(iL) "[H7.1] inductor";
  i4 = k * u3 "[H7.1] driven current source";
  u0 = u1 + u3 "[H7.1] mesh of the source";
  u3 = uL + u2 "[H7.1] mesh of the load";
  u0 = u4 + u2 "[H7.1] mesh of the driven source";
  i0 = i1 + i4 "[H7.1] node at the source";
  i1 = i3 + iC + iL "[H7.1] node in the middle";
  i2 = iL + i4 "[H7.1] node at the load";
  annotation(experiment(StartTime = 0, StopTime = 50e-6, Interval = 1e-7, Tolerance = 1e-8));
end ControlledSourceCircuit;
