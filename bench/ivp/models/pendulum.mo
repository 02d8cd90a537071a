// See robertson.mo.
model Pendulum
  Real y[5](start = {1, 0, 0, 0, 0}, fixed = {false, true, false, true, false});
equation
  der(y[1]) = y[3];
  der(y[2]) = y[4];
  der(y[3]) = -y[5] * y[1];
  der(y[4]) = -y[5] * y[2] - 9.81;
  y[1] ^ 2 + y[2] ^ 2 = 1;
end Pendulum;
