// See robertson.mo.
model ChemicalAkzo
  constant Real k1 = 18.7, k2 = 0.58, k3 = 0.09, k4 = 0.42, K = 34.4, klA = 3.3, Ks = 115.83, pCO2 = 0.9, H = 737;
  Real y[6](start = {0.444, 0.00123, 0, 0.007, 0, 0.35999964}, fixed = {true, true, true, true, true, false});
  Real r[5], inflow;
equation
  r[1] = k1 * y[1] ^ 4 * sqrt(y[2]);
  r[2] = k2 * y[3] * y[4];
  r[3] = k2 / K * y[1] * y[5];
  r[4] = k3 * y[1] * y[4] ^ 2;
  r[5] = k4 * y[6] ^ 2 * sqrt(y[2]);
  inflow = klA * (pCO2 / H - y[2]);
  der(y[1]) = -2 * r[1] + r[2] - r[3] - r[4];
  der(y[2]) = -r[1] / 2 - r[4] - r[5] / 2 + inflow;
  der(y[3]) = r[1] - r[2] + r[3];
  der(y[4]) = -r[2] + r[3] - 2 * r[4];
  der(y[5]) = r[2] - r[3] + r[5];
  Ks * y[1] * y[4] = y[6];
end ChemicalAkzo;
