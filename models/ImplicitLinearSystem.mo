// Origin: Cellier & Kofman (8.5), (8.12), (8.14): the linear test problem A x + B x' = 0 with a nonsingular
// B. The state matrix is -B^-1 A = [0, 1; -1, 2 cos(alpha)], with eigenvalues exp(+-i alpha). The text leaves
// B and alpha open: our choice.
model ImplicitLinearSystem "The implicit linear test problem of chapter 8"
  parameter Real alpha(unit = "rad") = 1.8 "Direction of the eigenvalues in the complex plane";
  parameter Real b11 = 2 "Element of B";
  parameter Real b12 = 1 "Element of B";
  parameter Real b21 = -1 "Element of B";
  parameter Real b22 = 3 "Element of B";
  parameter Real a11 = b12 "Element of A, by (8.14)";
  parameter Real a12 = -(b11 + 2 * b12 * cos(alpha)) "Element of A, by (8.14)";
  parameter Real a21 = b22 "Element of A, by (8.14)";
  parameter Real a22 = -(b21 + 2 * b22 * cos(alpha)) "Element of A, by (8.14)";
  Real x1(start = 1, fixed = true) "First state";
  Real x2(start = 0, fixed = true) "Second state";
equation
  a11 * x1 + a12 * x2 + b11 * der(x1) + b12 * der(x2) = 0 "(8.5), first row";
  a21 * x1 + a22 * x2 + b21 * der(x1) + b22 * der(x2) = 0 "(8.5), second row";
  annotation(experiment(StartTime = 0, StopTime = 20, Interval = 0.05, Tolerance = 1e-8));
end ImplicitLinearSystem;
