// Origin: Cellier & Kofman [H7.8], there from Brenan, Campbell & Petzold: which control temperature TC makes
// the concentration follow u(t)? Four equations of index 3 without any free initial value; index reduction
// leaves eight equations without a loop. u is an input of the text's model and therefore no unknown here: it
// stands in (H7.8d) as a function of time. The text gives no numbers: parameters and u(t) are our choice.
// Time is in minutes.
model IsomerizationControl "Inverse model of a reactor: index 3"
  parameter Real K1 = 1 "Throughput divided by volume";
  parameter Real K2(unit = "K.l/mol") = 50 "Heat of reaction divided by heat capacity";
  parameter Real K3 = 20 "Rate constant, in the text also the coefficient of cooling";
  parameter Real K4(unit = "K") = 1200 "Activation temperature";
  parameter Real C0(unit = "mol/l") = 1 "Concentration of the feed";
  parameter Real T0(unit = "K") = 350 "Temperature of the feed";
  parameter Real uMean(unit = "mol/l") = 0.55 "Mean of the desired concentration";
  parameter Real uSwing(unit = "mol/l") = 0.05 "Amplitude of the desired concentration";
  parameter Real omega = 1.5 "Angular frequency of the desired concentration";
  Real C(unit = "mol/l", start = uMean + uSwing) "Concentration of the reactant";
  Real T(unit = "K", start = 350, nominal = 300) "Temperature of the reactant";
  Real R(start = 0.4) "Rate of the reaction per volume";
  Real TC(unit = "K", start = 350, nominal = 300) "Control temperature, the output";
equation
  der(C) = K1 * (C0 - C) - R "(H7.8a)";
  der(T) = K1 * (T0 - T) + K2 * R - K3 * (T - TC) "(H7.8b)";
  0 = R - K3 * exp(-K4 / T) * C "(H7.8c)";
  0 = C - (uMean + uSwing * cos(omega * time)) "(H7.8d) with u(t)";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.02, Tolerance = 1e-8));
end IsomerizationControl;
