// Origin: Cellier & Kofman (H7.8a)-(H7.8c), the kind of reactor that section 8.13 speaks of: the same reactor
// with the control temperature given, index 1. The text gives no numbers: parameters, TC(t) and start are our
// choice. Time is in minutes.
model IsomerizationReactor "Stirred tank reactor with a given control temperature"
  parameter Real K1 = 1 "Throughput divided by volume";
  parameter Real K2(unit = "K.l/mol") = 50 "Heat of reaction divided by heat capacity";
  parameter Real K3 = 20 "Rate constant, in the text also the coefficient of cooling";
  parameter Real K4(unit = "K") = 1200 "Activation temperature";
  parameter Real C0(unit = "mol/l") = 1 "Concentration of the feed";
  parameter Real T0(unit = "K") = 350 "Temperature of the feed";
  parameter Real TCMean(unit = "K") = 350 "Mean of the control temperature";
  parameter Real TCSwing(unit = "K") = 20 "Amplitude of the control temperature";
  parameter Real omega = 1.5 "Angular frequency of the control temperature";
  Real C(unit = "mol/l", start = 1, fixed = true) "Concentration of the reactant, a state";
  Real T(unit = "K", start = 350, fixed = true, nominal = 300) "Temperature of the reactant, a state";
  Real R(start = 0.5) "Rate of the reaction per volume";
  Real TC(unit = "K", nominal = 300) "Control temperature, the input";
equation
  der(C) = K1 * (C0 - C) - R "(H7.8a)";
  der(T) = K1 * (T0 - T) + K2 * R - K3 * (T - TC) "(H7.8b)";
  0 = R - K3 * exp(-K4 / T) * C "(H7.8c)";
  TC = TCMean + TCSwing * sin(omega * time) "Given control temperature";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end IsomerizationReactor;
