within Parts.Examples;
model TransistorStage "A transistor that amplifies about twenty times, with two capacitors that keep its direct currents to itself"
  Electrical.ConstantVoltage supply(V = 12);
  Electrical.SineVoltage signal(V = 0.01, f = 1000);
  Electrical.Capacitor C_in(C = 1e-5, v(start = -1.9, fixed = true)), C_e(C = 1e-4, v(start = 1.2, fixed = true));
  Electrical.Resistor upper(R = 1e5), lower(R = 2e4), R_c(R = 4700), R_e(R = 1000), R_ac(R = 100);
  Electrical.Transistor npn;
  Electrical.Ground ground;
equation
  connect(supply.p, upper.p);
  connect(supply.p, R_c.p);
  connect(supply.n, ground.p);
  connect(signal.p, C_in.p);
  connect(C_in.n, npn.b);
  connect(signal.n, ground.p);
  connect(upper.n, npn.b);
  connect(lower.p, npn.b);
  connect(lower.n, ground.p);
  connect(R_c.n, npn.c);
  connect(npn.e, R_e.p);
  connect(R_e.n, ground.p);
  connect(npn.e, R_ac.p);
  connect(R_ac.n, C_e.p);
  connect(C_e.n, ground.p);
  annotation(experiment(StopTime = 0.01, Interval = 2e-5));
end TransistorStage;
