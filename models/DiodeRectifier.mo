// Origin: Cellier & Kofman (8.134)-(8.137), section 8.11: the sparse tableau equations of a circuit of
// current sources, resistors, diodes and capacitors: currents of the nodes, voltages of the branches, laws of
// the elements. The text has no example: a half-wave rectifier fed by a current source with a parallel
// resistor, all values our choice. Index 1.
model DiodeRectifier "Half-wave rectifier as sparse tableau"
  parameter Real I(unit = "A") = 0.1 "Amplitude of the source";
  parameter Real omega(unit = "rad/s") = 314 "Angular frequency of the source";
  parameter Real RS(unit = "Ohm") = 100 "Resistance of the source";
  parameter Real RL(unit = "Ohm") = 1000 "Resistance of the load";
  parameter Real C(unit = "F") = 20e-6 "Capacitance";
  parameter Real IS(unit = "A") = 1e-9 "Saturation current of the diode";
  parameter Real vT(unit = "V") = 0.05 "Emission coefficient times thermal voltage of the diode";
  Real v1(unit = "V") "Potential of the node at the source";
  Real v2(unit = "V") "Potential of the node at the load";
  Real uI(unit = "V") "Voltage across the source";
  Real iI(unit = "A") "Current of the source";
  Real uS(unit = "V") "Voltage across the source's resistor";
  Real iS(unit = "A") "Current through the source's resistor";
  Real uD(unit = "V") "Voltage across the diode";
  Real iD(unit = "A") "Current through the diode";
  Real uC(unit = "V", start = 0, fixed = true) "Voltage across the capacitor, a state";
  Real iC(unit = "A") "Current through the capacitor";
  Real uL(unit = "V") "Voltage across the load";
  Real iL(unit = "A") "Current through the load";
equation
  -iI + iS + iD = 0 "(8.134) first node";
  -iD + iC + iL = 0 "(8.134) second node";
  uI = -v1 "(8.135) branch of the source";
  uS = v1 "(8.135) branch of the source's resistor";
  uD = v1 - v2 "(8.135) branch of the diode";
  uC = v2 "(8.135) branch of the capacitor";
  uL = v2 "(8.135) branch of the load";
  iI = I * sin(omega * time) "(8.136) source";
  iS = uS / RS "(8.136) resistor";
  iD = IS * (exp(uD / vT) - 1) "(8.136) diode";
  iC = C * der(uC) "(8.136) capacitor";
  iL = uL / RL "(8.136) resistor";
  annotation(experiment(StartTime = 0, StopTime = 0.1, Interval = 0.0002, Tolerance = 1e-8));
end DiodeRectifier;
