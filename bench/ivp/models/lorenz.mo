// See robertson.mo.
model Lorenz
  Real y[3](start = {1, 1, 1}, each fixed = true);
equation
  der(y[1]) = 10 * (y[2] - y[1]);
  der(y[2]) = y[1] * (28 - y[3]) - y[2];
  der(y[3]) = y[1] * y[2] - 8 / 3 * y[3];
end Lorenz;
