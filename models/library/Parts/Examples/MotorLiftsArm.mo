within Parts.Examples;
model MotorLiftsArm "An electric motor with a gear lifts an arm against its weight: circuit, shaft and plane"
  inner Planar.World world;
  Electrical.ConstantVoltage source(V = 24);
  Electrical.Resistor R(R = 0.8);
  Electrical.Inductor L(L = 2e-3, i(start = 0, fixed = true));
  Electrical.DcMachine machine(k = 0.04);
  Electrical.Ground ground;
  Rotational.Inertia rotor(J = 2e-5);
  Rotational.Gear gear(ratio = 50);
  Planar.Fixed base;
  Planar.DrivenRevolute joint(phi(start = -1.5707963267948966, fixed = true), w(start = 0, fixed = true));
  Planar.Rod arm(rx = 0.6);
  Planar.Body load(m = 8, J = 0.02);
equation
  connect(source.p, R.p);
  connect(R.n, L.p);
  connect(L.n, machine.p);
  connect(machine.n, source.n);
  connect(ground.p, source.n);
  connect(machine.shaft, rotor.a);
  connect(rotor.b, gear.a);
  connect(gear.b, joint.axis);
  connect(base.frame, joint.a);
  connect(joint.b, arm.a);
  connect(arm.b, load.frame);
  annotation(experiment(StopTime = 2, Interval = 0.02));
end MotorLiftsArm;
