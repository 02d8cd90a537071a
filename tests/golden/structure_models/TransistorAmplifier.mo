// Origin: Test Set for IVP Solvers (University of Bari), transistor amplifier, in its printed form M y' = f(t, y): the matrix M of capacities
// is singular. By structure all eight voltages are states; three pairs of nodes hang on one capacity each, so five are.
model TransistorAmplifier "An amplifier whose capacities make a singular matrix"
  parameter Real Ub = 6, UF = 0.026, alpha = 0.99, beta = 1e-6, R0 = 1000, R = 9000;
  parameter Real C1 = 1e-6, C2 = 2e-6, C3 = 3e-6, C4 = 4e-6, C5 = 5e-6;
  constant Real pi = 3.141592653589793;
  Real y1(start = 0), y2(start = 3), y3(start = 3), y4(start = 6);
  Real y5(start = 3), y6(start = 3), y7(start = 6), y8(start = 0);
  Real Ue = 0.1 * sin(200 * pi * time);
equation
  -C1 * der(y1) + C1 * der(y2) = (y1 - Ue) / R0;
  C1 * der(y1) - C1 * der(y2) = y2 / R + (y2 - Ub) / R + (1 - alpha) * beta * (exp((y2 - y3) / UF) - 1);
  -C2 * der(y3) = y3 / R - beta * (exp((y2 - y3) / UF) - 1);
  -C3 * der(y4) + C3 * der(y5) = (y4 - Ub) / R + alpha * beta * (exp((y2 - y3) / UF) - 1);
  C3 * der(y4) - C3 * der(y5) = y5 / R + (y5 - Ub) / R + (1 - alpha) * beta * (exp((y5 - y6) / UF) - 1);
  -C4 * der(y6) = y6 / R - beta * (exp((y5 - y6) / UF) - 1);
  -C5 * der(y7) + C5 * der(y8) = (y7 - Ub) / R + alpha * beta * (exp((y5 - y6) / UF) - 1);
  C5 * der(y7) - C5 * der(y8) = y8 / R;
  annotation(experiment(StopTime = 0.2, Interval = 0.002, Tolerance = 1e-8));
end TransistorAmplifier;
