// Origin: Cellier & Kofman [R8.1]: a parabolic problem in more than one space dimension. The text leaves
// everything open: a square plate with cold edges and n by n inner points, three-point differences in each
// direction, and the first eigenfunction as start, which decays exponentially also after the discretisation.
model HeatEquation2d "Heat diffusion in a square plate, discretised in space"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Integer n = 10 "Inner points in each direction";
  parameter Real a(unit = "m2/s") = 0.02 "Diffusivity";
  parameter Real h(unit = "m") = 1 / (n + 1) "Distance of the points in a plate of 1 m";
  Real T[n + 2, n + 2](each unit = "K") "Temperature above that of the edges";
initial equation
  for i in 2:n + 1 loop
    for j in 2:n + 1 loop
      T[i, j] = 100 * sin(pi * (i - 1) * h) * sin(pi * (j - 1) * h) "Start";
    end for;
  end for;
equation
  for j in 1:n + 2 loop
    T[1, j] = 0 "Edge";
    T[n + 2, j] = 0 "Edge";
  end for;
  for i in 2:n + 1 loop
    T[i, 1] = 0 "Edge";
    T[i, n + 2] = 0 "Edge";
    for j in 2:n + 1 loop
      der(T[i, j]) = a * (T[i - 1, j] + T[i + 1, j] + T[i, j - 1] + T[i, j + 1] - 4 * T[i, j]) / h ^ 2
        "Inner point";
    end for;
  end for;
  annotation(experiment(StartTime = 0, StopTime = 5, Interval = 0.05, Tolerance = 1e-8));
end HeatEquation2d;
