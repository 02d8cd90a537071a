// Origin: Cellier & Kofman (7.5), Fig. 7.5; tearing of its loop is section 7.4, relaxation section 7.5,
// inlining (8.85). Six of the ten equations, (7.9), form one algebraic loop that a single tearing variable
// opens. The text gives no numbers: the element values and the source are our choice.
model ResistorLoopCircuit "Electrical circuit with an algebraic loop of six equations"
  parameter Real R1(unit = "Ohm") = 100 "Resistance of R1";
  parameter Real R2(unit = "Ohm") = 200 "Resistance of R2";
  parameter Real R3(unit = "Ohm") = 300 "Resistance of R3";
  parameter Real L(unit = "H") = 0.5 "Inductance";
  parameter Real U(unit = "V") = 10 "Amplitude of the source";
  parameter Real omega(unit = "rad/s") = 125 "Angular frequency of the source";
  Real u0(unit = "V") "Voltage of the source";
  Real i0(unit = "A") "Current through the source";
  Real u1(unit = "V") "Voltage across R1";
  Real i1(unit = "A") "Current through R1";
  Real u2(unit = "V") "Voltage across R2";
  Real i2(unit = "A") "Current through R2";
  Real u3(unit = "V") "Voltage across R3";
  Real i3(unit = "A") "Current through R3, the tearing variable of (7.10)";
  Real uL(unit = "V") "Voltage across the inductor";
  Real iL(unit = "A", start = 0, fixed = true) "Current through the inductor, a state";
equation
  u0 = U * sin(omega * time) "(7.5a) source";
  u1 = R1 * i1 "(7.5b) resistor";
  u2 = R2 * i2 "(7.5c) resistor";
  u3 = R3 * i3 "(7.5d) resistor";
  uL = L * der(iL) "(7.5e) inductor";
  u0 = u1 + u3 "(7.5f) mesh";
  uL = u1 + u2 "(7.5g) mesh";
  u3 = u2 "(7.5h) mesh";
  i0 = i1 + iL "(7.5i) node";
  i1 = i2 + i3 "(7.5j) node";
  annotation(experiment(StartTime = 0, StopTime = 0.2, Interval = 0.0005, Tolerance = 1e-8));
end ResistorLoopCircuit;
