// Trap 6: four ideal diodes in one loop, two of which commute at the same instant. The load sees |V sin(w t)|, and the charge through it is known.
model Trap06DiodeBridge
  constant Real pi = 3.141592653589793;
  parameter Real V = 10, R = 5;
  Real u = V * sin(2 * pi * time) "the source, between a and b";
  Real a, b, p, n "potentials; n is the ground";
  Real s[4], v[4], i[4] "diodes from a to p, b to p, n to a, n to b";
  Boolean off[4];
  Real charge(start = 0, fixed = true), load;
equation
  n = 0;
  a - b = u;
  v = {a - p, b - p, n - a, n - b};
  for k in 1:4 loop
    off[k] = s[k] < 0;
    v[k] = if off[k] then s[k] else 1e-5 * s[k];
    i[k] = if off[k] then 1e-5 * s[k] else s[k];
  end for;
  i[1] + i[2] = load;
  i[3] + i[4] = load;
  load = (p - n) / R;
  der(charge) = load;
  annotation(experiment(StopTime = 2.25, Interval = 0.05, Tolerance = 1e-8));
end Trap06DiodeBridge;
