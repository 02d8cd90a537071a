model Hoist "A motor turns a drum with friction"
  Parts.Electrical.ConstantVoltage source(V = 24);
  Parts.Electrical.Resistor R(R = 0.5);
  Parts.Electrical.DcMachine machine(k = 0.2);
  Parts.Electrical.Ground ground;
  Parts.Rotational.Inertia drum(J = 0.05, w(start = 0, fixed = true));
  Parts.Rotational.Damper friction(d = 0.02);
  Parts.Rotational.Fixed housing;
equation
  connect(source.p, R.p);
  connect(R.n, machine.p);
  connect(machine.n, source.n);
  connect(ground.p, source.n);
  connect(machine.shaft, drum.a);
  connect(drum.b, friction.b);
  connect(friction.a, housing.flange);
  annotation(experiment(StopTime = 3));
end Hoist;
