within Parts.Examples;
model WienOscillator "An amplifier that drives itself through a filter: it begins to swing, until the supply limits it"
  parameter Real R = 1e4, C = 1e-8;
  Electrical.LimitedOpAmp amplifier(gain = 1000, V_max = 10);
  Electrical.Resistor series(R = R), parallel(R = R), feedback(R = 2.2e4), bottom(R = 1e4);
  Electrical.Capacitor C_series(C = C, v(start = 0, fixed = true)), C_parallel(C = C, v(start = 0.01, fixed = true));
  Electrical.Ground ground;
equation
  connect(amplifier.out, series.p);
  connect(series.n, C_series.p);
  connect(C_series.n, amplifier.plus);
  connect(amplifier.plus, parallel.p);
  connect(parallel.n, ground.p);
  connect(amplifier.plus, C_parallel.p);
  connect(C_parallel.n, ground.p);
  connect(amplifier.out, feedback.p);
  connect(feedback.n, amplifier.minus);
  connect(bottom.p, amplifier.minus);
  connect(bottom.n, ground.p);
  annotation(experiment(StopTime = 0.01, Interval = 2e-5));
end WienOscillator;
