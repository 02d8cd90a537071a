// Origin: Cellier & Kofman [H7.3]: a reservoir, a sluice and two consumers with turbulent resistances
// (H7.3a); six equations, of which four form a nonlinear algebraic loop with one tearing variable. (The
// inverse law (H7.3b) should have 1/k^2 for 1/k.) The text gives no numbers: coefficients and the slow tide
// of the reservoir are our choice. There is no state.
model HydraulicNetwork "Reservoir, sluice and two consumers with turbulent flow"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Real k1 = 2e-4 "Flow coefficient of the sluice";
  parameter Real k2 = 1e-4 "Flow coefficient of the first consumer";
  parameter Real k3 = 1.5e-4 "Flow coefficient of the second consumer";
  parameter Real pAir(unit = "Pa") = 1e5 "Pressure of the environment";
  parameter Real pReservoir(unit = "Pa") = 4e5 "Mean pressure of the reservoir";
  parameter Real pTide(unit = "Pa") = 1e5 "Amplitude of the reservoir's pressure";
  parameter Real period(unit = "s") = 3600 "Period of the reservoir's pressure";
  Real p0(unit = "Pa", start = pAir, nominal = 1e5) "Pressure of the environment";
  Real p1(unit = "Pa", start = 2e5, nominal = 1e5) "Pressure at the consumers";
  Real p2(unit = "Pa", start = pReservoir, nominal = 1e5) "Pressure of the reservoir";
  Real q1(unit = "m3/s", nominal = 0.1) "Flow through the sluice";
  Real q2(unit = "m3/s", nominal = 0.1) "Flow to the first consumer";
  Real q3(unit = "m3/s", nominal = 0.1) "Flow to the second consumer";
equation
  p0 = pAir "Environment";
  p2 = pReservoir + pTide * sin(2 * pi * time / period) "Reservoir";
  q1 = k1 * sign(p2 - p1) * sqrt(abs(p2 - p1)) "(H7.3a) sluice";
  q2 = k2 * sign(p1 - p0) * sqrt(abs(p1 - p0)) "(H7.3a) first consumer";
  q3 = k3 * sign(p1 - p0) * sqrt(abs(p1 - p0)) "(H7.3a) second consumer";
  q1 = q2 + q3 "Balance of the flows";
  annotation(experiment(StartTime = 0, StopTime = 7200, Interval = 20, Tolerance = 1e-8));
end HydraulicNetwork;
