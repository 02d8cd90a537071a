within Parts.Examples;
model HydraulicLift "A motor turns a pump, which fills a cylinder, which lifts a weight: four domains in a row"
  Electrical.ConstantVoltage source(V = 24);
  Electrical.Resistor R(R = 0.5);
  Electrical.Inductor L(L = 5e-3, i(start = 0, fixed = true));
  Electrical.DcMachine machine(k = 0.1);
  Electrical.Ground ground;
  Rotational.Inertia rotor(J = 2e-3, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Fluid.Boundary reservoir;
  Fluid.DisplacementPump pump(D = 1e-6);
  Fluid.Cylinder cylinder(A = 2e-3);
  Translational.Mass weight(m = 300);
  Translational.ConstantForce gravity(f = -300 * 9.81);
equation
  connect(source.p, R.p);
  connect(R.n, L.p);
  connect(L.n, machine.p);
  connect(machine.n, source.n);
  connect(ground.p, source.n);
  connect(machine.shaft, rotor.a);
  connect(rotor.b, pump.shaft);
  connect(reservoir.port, pump.a);
  connect(pump.b, cylinder.port);
  connect(cylinder.rod, weight.a);
  connect(weight.b, gravity.flange);
  annotation(experiment(StopTime = 1, Interval = 0.01));
end HydraulicLift;
