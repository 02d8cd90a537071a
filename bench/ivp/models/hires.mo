// See robertson.mo.
model Hires
  constant Real k1 = 1.71, k2 = 0.43, k3 = 8.32, k4 = 0.69, k5 = 0.035, k6 = 8.32, k7 = 280, k8 = 0.69, k9 = 0.69, o = 0.0007;
  Real y[8](start = {1, 0, 0, 0, 0, 0, 0, 0.0057}, each fixed = true, each nominal = 1e-4);
equation
  der(y[1]) = -k1 * y[1] + k2 * y[2] + k6 * y[3] + o;
  der(y[2]) = k1 * y[1] - (k2 + k3) * y[2];
  der(y[3]) = -(k6 + k1) * y[3] + k2 * y[4] + k5 * y[5];
  der(y[4]) = k3 * y[2] + k1 * y[3] - (k4 + k2) * y[4];
  der(y[5]) = -(k5 + k1) * y[5] + k2 * (y[6] + y[7]);
  der(y[6]) = -k7 * y[6] * y[8] + k8 * y[4] + k1 * y[5] - k2 * y[6] + k8 * y[7];
  der(y[7]) = k7 * y[6] * y[8] - (k2 + k8 + k9) * y[7];
  der(y[8]) = -(k7 * y[6] * y[8] - (k2 + k8 + k9) * y[7]);
end Hires;
