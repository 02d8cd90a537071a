// See robertson.mo.
model Kepler
  Real y[4](start = {0.1, 0, 0, sqrt(19)}, each fixed = true);
  Real pull;
equation
  pull = 1 / (y[1] ^ 2 + y[2] ^ 2) ^ 1.5;
  der(y[1]) = y[3];
  der(y[2]) = y[4];
  der(y[3]) = -y[1] * pull;
  der(y[4]) = -y[2] * pull;
end Kepler;
