// Origin: S. L. Campbell, E. Griepentrog, Solvability of general differential algebraic equations, SIAM J. Sci. Comput. 16 (1995) 257-270:
// a robot arm of two links with a flexible joint that follows a prescribed path. Only the difference of its torques shows where structure looks
// for both, so the index is 5 and not 3. The path is that of x1 = 1 - exp(t), x3 = exp(t) - t.
model RobotArm "Inverse dynamics of a flexible robot arm, of index 5"
  Real x1(start = 0), x2, x3(start = 1), w1(start = -1), w2, w3, u1, u2;
  Real a, b, c, d, k;
equation
  k = 2 - cos(x3) ^ 2;
  a = 2 / k;
  b = cos(x3) / k;
  c = sin(x3) / k;
  d = cos(x3) * sin(x3) / k;
  der(x1) = w1;
  der(x2) = w2;
  der(x3) = w3;
  der(w1) = 2 * c * (w1 + w3) ^ 2 + w1 ^ 2 * d + (2 * x3 - x2) * (a + 2 * b) + a * (u1 - u2);
  der(w2) = -2 * c * (w1 + w3) ^ 2 - w1 ^ 2 * d + (2 * x3 - x2) * (1 - 3 * a - 2 * b) - a * u1 + (a + 1) * u2;
  der(w3) = -2 * c * (w1 + w3) ^ 2 - w1 ^ 2 * d + (2 * x3 - x2) * (a - 9 * b) - 2 * w1 ^ 2 * c - d * (w1 + w3) ^ 2
    - (a + b) * (u1 - u2);
  0 = cos(x1) + cos(x1 + x3) - (cos(exp(time) - 1) + cos(time - 1));
  0 = sin(x1) + sin(x1 + x3) - (sin(1 - exp(time)) + sin(1 - time));
  annotation(experiment(StopTime = 0.5, Interval = 0.01, Tolerance = 1e-8));
end RobotArm;
