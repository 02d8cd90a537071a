// See robertson.mo.
model VanDerPol
  Real y[2](start = {2, 0}, each fixed = true, each nominal = 1e-3);
equation
  der(y[1]) = y[2];
  der(y[2]) = 1000 * (1 - y[1] ^ 2) * y[2] - y[1];
end VanDerPol;
