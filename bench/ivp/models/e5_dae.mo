// See robertson.mo.
model E5
  constant Real A = 7.89e-10, B = 1.1e7, C = 1.13e3, M = 1e6;
  Real y[4](start = {1.76e-3, 0, 0, 0}, fixed = {true, false, true, true}, each nominal = 1e-20);
equation
  der(y[1]) = -A * y[1] - B * y[1] * y[3];
  y[2] = y[3] + y[4];
  der(y[3]) = A * y[1] - M * C * y[2] * y[3] - B * y[1] * y[3] + C * y[4];
  der(y[4]) = B * y[1] * y[3] - C * y[4];
end E5;
