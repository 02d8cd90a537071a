// Origin: Cellier & Kofman section 8.13, chemical process dynamics, which has no equations of its own: mass
// balances of the trays of a binary column and algebraic equilibria of the phases, with constant molar flows
// and constant relative volatility. All values are our choice. Tray 1 is the reboiler, tray n the total
// condenser. Time is in minutes. Index 1.
model DistillationColumn "Binary distillation column, from a uniform start to its profile"
  parameter Integer n = 20 "Number of trays with reboiler and condenser";
  parameter Integer nF = 10 "Tray of the feed";
  parameter Real alpha = 2.4 "Relative volatility";
  parameter Real F(unit = "kmol/min") = 1 "Flow of the feed, boiling liquid";
  parameter Real zF = 0.5 "Composition of the feed";
  parameter Real L(unit = "kmol/min") = 1.5 "Reflux";
  parameter Real V(unit = "kmol/min") = 2 "Boilup";
  parameter Real D(unit = "kmol/min") = V - L "Flow of the distillate";
  parameter Real B(unit = "kmol/min") = F - D "Flow of the bottom product";
  parameter Real M(unit = "kmol") = 0.5 "Holdup of a tray";
  parameter Real MB(unit = "kmol") = 2 "Holdup of reboiler and of condenser";
  Real x[n](each start = zF, each fixed = true) "Light component in the liquid, states";
  Real y[n - 1] "Light component in the vapour";
equation
  for i in 1:n - 1 loop
    y[i] = alpha * x[i] / (1 + (alpha - 1) * x[i]) "Equilibrium of the phases";
  end for;
  MB * der(x[1]) = (L + F) * x[2] - B * x[1] - V * y[1] "Reboiler";
  for i in 2:nF - 1 loop
    M * der(x[i]) = (L + F) * (x[i + 1] - x[i]) + V * (y[i - 1] - y[i]) "Tray below the feed";
  end for;
  M * der(x[nF]) = L * x[nF + 1] + F * zF - (L + F) * x[nF] + V * (y[nF - 1] - y[nF]) "Tray of the feed";
  for i in nF + 1:n - 1 loop
    M * der(x[i]) = L * (x[i + 1] - x[i]) + V * (y[i - 1] - y[i]) "Tray above the feed";
  end for;
  MB * der(x[n]) = V * (y[n - 1] - x[n]) "Total condenser";
  annotation(experiment(StartTime = 0, StopTime = 100, Interval = 0.25, Tolerance = 1e-8));
end DistillationColumn;
