// Origin: Cellier & Kofman (7.1), Fig. 7.1; the same circuit is (8.81) before inlining, and the index-1
// example of Frisk's lecture. Ten equations that the two rules of section 7.2 sort completely, into (7.3).
// The text gives no numbers: the element values and the sinusoidal source f(t) are our choice.
model RlcCircuit "Electrical RLC circuit that sorts into ten assignments"
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
  Real iL(unit = "A", start = 0, fixed = true) "Current through the inductor, a state";
  Real uC(unit = "V", start = 0, fixed = true) "Voltage across the capacitor, a state";
  Real iC(unit = "A") "Current through the capacitor";
equation
  u0 = U * sin(omega * time) "(7.1a) source";
  u1 = R1 * i1 "(7.1b) resistor";
  u2 = R2 * i2 "(7.1c) resistor";
  uL = L * der(iL) "(7.1d) inductor";
  iC = C * der(uC) "(7.1e) capacitor";
  u0 = u1 + uC "(7.1f) mesh";
  uL = u1 + u2 "(7.1g) mesh";
  uC = u2 "(7.1h) mesh";
  i0 = i1 + iL "(7.1i) node";
  i1 = i2 + iC "(7.1j) node";
  annotation(experiment(StartTime = 0, StopTime = 0.2, Interval = 0.0005, Tolerance = 1e-8));
end RlcCircuit;
