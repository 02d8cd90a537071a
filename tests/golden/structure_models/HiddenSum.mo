// Origin: the first example of G. Tan, N. S. Nedialkov, J. D. Pryce, BIT 57 (2017) 845-865, of this form: x3 and x4 stand in both constraints as
// their sum only. The sources belong to x1 = sin(t), x2 = cos(t), x3 = t, x4 = exp(-t).
model HiddenSum "Two constraints in which two unknowns are one"
  Real x1, x2(start = 1), x3, x4(start = 1);
equation
  -der(x1) + x3 = -cos(time) + time;
  -der(x2) + x4 = sin(time) + exp(-time);
  x2 + x3 + x4 = cos(time) + time + exp(-time);
  -x1 + x3 + x4 = -sin(time) + time + exp(-time);
  annotation(experiment(StopTime = 1, Interval = 0.05, Tolerance = 1e-8));
end HiddenSum;
