// Origin: Cellier & Kofman (8.111), (8.112), section 8.9: heat diffusion in one dimension by the method of
// lines, with central differences over five points on n = 50 segments. The text prints the matrix; its first
// two rows also fix the influence of the boundary at x = 0, and its last two the mirrored boundary at x = 1.
// The boundary value exp(-t/10) and the start cos(pi x) are our choice: with them exp(-t/10) cos(pi x) solves
// the partial differential equation.
model HeatEquation "Heat diffusion in a rod, discretised in space"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Integer n = 50 "Number of segments";
  parameter Real k = n ^ 2 / (120 * pi ^ 2) "Factor of the matrix (8.112)";
  Real b "Temperature at the boundary x = 0, the input u of (8.111a)";
  Real u[n] "Temperature at x = i / n, states";
initial equation
  for i in 1:n loop
    u[i] = cos(pi * i / n) "Start";
  end for;
equation
  b = exp(-time / 10) "Boundary at x = 0";
  der(u[1]) = k * (10 * b - 15 * u[1] - 4 * u[2] + 14 * u[3] - 6 * u[4] + u[5]) "(8.112), first row";
  der(u[2]) = k * (-b + 16 * u[1] - 30 * u[2] + 16 * u[3] - u[4]) "(8.112), second row";
  for i in 3:n - 2 loop
    der(u[i]) = k * (-u[i - 2] + 16 * u[i - 1] - 30 * u[i] + 16 * u[i + 1] - u[i + 2]) "(8.112), inner rows";
  end for;
  der(u[n - 1]) = k * (-u[n - 3] + 16 * u[n - 2] - 31 * u[n - 1] + 16 * u[n]) "(8.112), last row but one";
  der(u[n]) = k * (-2 * u[n - 2] + 32 * u[n - 1] - 30 * u[n]) "(8.112), last row";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
end HeatEquation;
