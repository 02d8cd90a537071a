// Origin: Cellier & Kofman (7.52), Fig. 7.14; inlined in (8.88), and the index-2 example of Frisk's lecture.
// Capacitor and inductor of (7.1) have changed places: the source prescribes uC, and the constraint hides
// inside the algebraic loop. Index reduction gives the 17 equations (7.70), a loop of 11 equations and the
// one state iL. The text gives no numbers: the element values and the source are our choice.
model SwappedRlcCircuit "RLC circuit whose capacitor lies in parallel with the source: index 2"
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
equation
  u0 = U * sin(omega * time) "(7.52a) source";
  u1 = R1 * i1 "(7.52b) resistor";
  u2 = R2 * i2 "(7.52c) resistor";
  uL = L * der(iL) "(7.52d) inductor";
  iC = C * der(uC) "(7.52e) capacitor";
  u0 = u1 + uL "(7.52f) mesh";
  uC = u1 + u2 "(7.52g) mesh";
  uL = u2 "(7.52h) mesh";
  i0 = i1 + iC "(7.52i) node";
  i1 = i2 + iL "(7.52j) node";
  annotation(experiment(StartTime = 0, StopTime = 0.2, Interval = 0.0005, Tolerance = 1e-8));
end SwappedRlcCircuit;
