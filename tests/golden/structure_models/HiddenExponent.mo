// Origin: the form of an example of G. Tan, N. S. Nedialkov, J. D. Pryce, BIT 57 (2017) 845-865, in which no combination with allowed multipliers
// exists: der(x1) + x2 der(v) stands in the exponent. The sources belong to x1 = sin(t), x2 = 2 + cos(t).
model HiddenExponent "A sum of highest derivatives within a nonlinear function"
  Real x1, x2(start = 3), v;
equation
  v = der(x2);
  x1 + exp(-der(x1) - x2 * der(v)) = sin(time) + exp(-cos(time) + (2 + cos(time)) * cos(time));
  x1 + x2 * v + x2 ^ 2 = sin(time) - (2 + cos(time)) * sin(time) + (2 + cos(time)) ^ 2;
  annotation(experiment(StopTime = 1, Interval = 0.05, Tolerance = 1e-8));
end HiddenExponent;
