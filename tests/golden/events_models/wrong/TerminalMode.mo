// At the very end another equation for v would hold: there is no run any more that could begin with it.
model TerminalMode
  Real v(start = 1, fixed = true), i;
  Boolean closed = terminal();
equation
  der(v) = i;
  0 = if closed then v else i;
  annotation(experiment(StopTime = 1));
end TerminalMode;
