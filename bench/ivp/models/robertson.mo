// The test problem of that name as a model: unknown i of the problem is y[i], nominal values its absolute scale.
model Robertson
  Real y[3](start = {1, 0, 0}, fixed = {true, true, false}, each nominal = 1e-6);
equation
  der(y[1]) = -0.04 * y[1] + 1e4 * y[2] * y[3];
  der(y[2]) = 0.04 * y[1] - 1e4 * y[2] * y[3] - 3e7 * y[2] ^ 2;
  y[1] + y[2] + y[3] = 1;
end Robertson;
