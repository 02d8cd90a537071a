// See robertson.mo. The voltages across the three coupling capacitors are the states.
model TransistorAmplifier
  constant Real pi = 3.141592653589793, Ub = 6, R0 = 1000, R = 9000, alpha = 0.99, beta = 1e-6, UF = 0.026;
  Real y[8](start = {0, 3, 3, 6, 3, 3, 6, 0}, fixed = {false, false, true, false, false, true, false, false});
  Real c[3](start = {3, -3, -6}, each fixed = true);
  Real source, g1, g2;
equation
  source = 0.1 * sin(200 * pi * time);
  g1 = beta * (exp((y[2] - y[3]) / UF) - 1);
  g2 = beta * (exp((y[5] - y[6]) / UF) - 1);
  c[1] = y[2] - y[1];
  c[2] = y[5] - y[4];
  c[3] = y[8] - y[7];
  1e-6 * der(c[1]) = (y[1] - source) / R0;
  -1e-6 * der(c[1]) = y[2] / R + (y[2] - Ub) / R + (1 - alpha) * g1;
  -2e-6 * der(y[3]) = y[3] / R - g1;
  3e-6 * der(c[2]) = (y[4] - Ub) / R + alpha * g1;
  -3e-6 * der(c[2]) = y[5] / R + (y[5] - Ub) / R + (1 - alpha) * g2;
  -4e-6 * der(y[6]) = y[6] / R - g2;
  5e-6 * der(c[3]) = (y[7] - Ub) / R + alpha * g2;
  -5e-6 * der(c[3]) = y[8] / R;
end TransistorAmplifier;
