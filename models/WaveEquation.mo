// Origin: Cellier & Kofman section 8.2, Table 8.1: the wave equation of (6.53). Chapter 6 is not among our
// sources: this is the string on 0 <= x <= 1 with wave speed 1, fixed at the left end, free at the right end
// and released from sin(pi x / 2), with three-point differences on n = 50 segments. The start is an
// eigenvector of the discretised problem, so each point swings harmonically.
model WaveEquation "Vibrating string, discretised in space"
  constant Real pi = 3.141592653589793 "Circle constant";
  parameter Integer n = 50 "Number of segments";
  parameter Real dx = 1 / n "Length of a segment, in units of the string's";
  Real u[n](each unit = "m") "Deflection at x = i dx, states";
  Real v[n](each unit = "m/s", each start = 0, each fixed = true) "Velocity at x = i dx, states";
initial equation
  for i in 1:n loop
    u[i] = sin(pi * i * dx / 2) "Start";
  end for;
equation
  for i in 1:n loop
    der(u[i]) = v[i] "Velocity";
  end for;
  der(v[1]) = (-2 * u[1] + u[2]) / dx ^ 2 "Next to the fixed end";
  for i in 2:n - 1 loop
    der(v[i]) = (u[i - 1] - 2 * u[i] + u[i + 1]) / dx ^ 2 "Inner point";
  end for;
  der(v[n]) = (2 * u[n - 1] - 2 * u[n]) / dx ^ 2 "Free end, mirrored";
  annotation(experiment(StartTime = 0, StopTime = 10, Interval = 0.05, Tolerance = 1e-7));
end WaveEquation;
