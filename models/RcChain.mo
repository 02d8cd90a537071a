// Origin: our own, the benchmark of size: an RC line of N equal cells, written as for-equations over arrays.
// Total resistance and capacitance do not depend on N, so the trajectories converge to those of the
// continuous line as N grows.
model RcChain "Chain of N resistor-capacitor cells"
  parameter Integer N = 100 "Number of cells";
  parameter Real R(unit = "Ohm") = 1000 / N "Resistance of a cell, 1000 Ohm in all";
  parameter Real C(unit = "F") = 1e-3 / N "Capacitance of a cell, 1 mF in all";
  parameter Real U(unit = "V") = 10 "Amplitude of the source";
  parameter Real omega(unit = "rad/s") = 5 "Angular frequency of the source";
  Real u0(unit = "V") "Voltage of the source";
  Real v[N](each unit = "V", each start = 0, each fixed = true) "Voltage of each capacitor, states";
  Real i[N](each unit = "A") "Current through each resistor";
equation
  u0 = U * sin(omega * time) "Source";
  u0 - v[1] = R * i[1] "First resistor";
  for k in 2:N loop
    v[k - 1] - v[k] = R * i[k] "Resistor";
  end for;
  for k in 1:N - 1 loop
    C * der(v[k]) = i[k] - i[k + 1] "Capacitor";
  end for;
  C * der(v[N]) = i[N] "Last capacitor";
  annotation(experiment(StartTime = 0, StopTime = 2, Interval = 0.01, Tolerance = 1e-8));
end RcChain;
