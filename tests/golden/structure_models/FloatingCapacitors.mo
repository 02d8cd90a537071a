// Four hundred nodes with a capacitor from each to the next and none to the ground, and with resistors to the ground: one block of all derivatives, whose matrix is singular. The sum of all voltages is given by the current, and is no state.
model FloatingCapacitors
  parameter Integer N = 400;
  Real v[N](each start = 0);
equation
  v[1] + der(v[1]) - der(v[2]) = sin(time);
  for k in 2:N - 1 loop
    v[k] + 2*der(v[k]) - der(v[k - 1]) - der(v[k + 1]) = 0;
  end for;
  v[N] + der(v[N]) - der(v[N - 1]) = 0;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end FloatingCapacitors;
