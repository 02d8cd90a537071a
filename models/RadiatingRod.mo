// Origin: Cellier & Kofman section 8.1, which recalls [H6.2]: heat diffusion with a radiating end, whose
// nonlinear boundary condition needs a Newton iteration in T21 alone. Chapter 6 is not among our sources: the
// rod is one of copper, heated at the left end, with n = 20 segments; all data are our choice. Index 1.
model RadiatingRod "Heat diffusion in a rod that radiates at one end"
  parameter Integer n = 20 "Number of segments";
  parameter Real a(unit = "m2/s") = 1.1e-4 "Diffusivity";
  parameter Real k(unit = "W/(m.K)") = 400 "Conductivity";
  parameter Real emissivity = 0.9 "Emissivity of the end";
  parameter Real sigma(unit = "W/(m2.K4)") = 5.670374419e-8 "Stefan-Boltzmann constant";
  parameter Real dx(unit = "m") = 1 / n "Length of a segment of a rod of 1 m";
  parameter Real T0(unit = "K") = 300 "Temperature of the rod at the start, and of the environment";
  parameter Real rise(unit = "K") = 900 "Final rise of the temperature at the left end";
  parameter Real tau(unit = "s") = 300 "Time constant of the heating";
  Real T[n + 1](each unit = "K", each start = T0, each nominal = 300) "Temperature at x = (i - 1) dx";
  Real q(unit = "W/m2", nominal = 1000) "Heat flow out of the radiating end";
initial equation
  for i in 2:n loop
    T[i] = T0 "Start";
  end for;
equation
  T[1] = T0 + rise * (1 - exp(-time / tau)) "Heated end";
  for i in 2:n loop
    der(T[i]) = a * (T[i - 1] - 2 * T[i] + T[i + 1]) / dx ^ 2 "Diffusion";
  end for;
  q = -k * (3 * T[n + 1] - 4 * T[n] + T[n - 1]) / (2 * dx) "Conduction, one-sided difference";
  q = emissivity * sigma * (T[n + 1] ^ 4 - T0 ^ 4) "Radiation from the end";
  annotation(experiment(StartTime = 0, StopTime = 6000, Interval = 20, Tolerance = 1e-8));
end RadiatingRod;
