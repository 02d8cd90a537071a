model HangingChain "Point masses on massless rods, in Cartesian coordinates: index 3"
  parameter Integer n = 20 "Number of masses";
  parameter Real m(unit = "kg") = 1 "Each mass";
  parameter Real l(unit = "m") = 1 "Length of each rod";
  parameter Real g(unit = "m/s2") = 9.81 "Gravity";
  parameter Real phi0(unit = "rad") = 1 "Angle of all rods from the vertical at the start";
  Real x[n](each unit = "m", start = {i * l * sin(phi0) for i in 1:n}) "Horizontal positions";
  Real y[n](each unit = "m", start = {-i * l * cos(phi0) for i in 1:n}) "Heights";
  Real vx[n](each unit = "m/s") "Horizontal velocities";
  Real vy[n](each unit = "m/s") "Vertical velocities";
  Real f[n](each unit = "N/m") "Forces in the rods, by their length";
  Real energy(unit = "J") "Total energy, constant";
equation
  for i in 1:n loop
    der(x[i]) = vx[i];
    der(y[i]) = vy[i];
  end for;
  for i in 1:n - 1 loop
    m * der(vx[i]) = f[i + 1] * (x[i + 1] - x[i]) - f[i] * (if i == 1 then x[1] else x[i] - x[max(i - 1, 1)]);
    m * der(vy[i]) = f[i + 1] * (y[i + 1] - y[i]) - f[i] * (if i == 1 then y[1] else y[i] - y[max(i - 1, 1)]) - m * g;
  end for;
  m * der(vx[n]) = -f[n] * (x[n] - x[n - 1]);
  m * der(vy[n]) = -f[n] * (y[n] - y[n - 1]) - m * g;
  x[1] ^ 2 + y[1] ^ 2 = l ^ 2;
  for i in 2:n loop
    (x[i] - x[i - 1]) ^ 2 + (y[i] - y[i - 1]) ^ 2 = l ^ 2;
  end for;
  energy = sum(m * (vx[i] ^ 2 + vy[i] ^ 2) / 2 + m * g * y[i] for i in 1:n);
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end HangingChain;
