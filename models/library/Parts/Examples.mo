within Parts;
package Examples "Models made of the parts"
  model LowPass "A resistor and a capacitor at a constant voltage: v = V (1 - exp(-t/RC))"
    Electrical.ConstantVoltage source(V = 5);
    Electrical.Resistor R(R = 100);
    Electrical.Capacitor C(C = 1e-3, v(start = 0, fixed = true));
    Electrical.Ground ground;
  equation
    connect(source.p, R.p);
    connect(R.n, C.p);
    connect(C.n, source.n);
    connect(ground.p, source.n);
    annotation(experiment(StopTime = 0.5));
  end LowPass;

  model ParallelCapacitors "Two capacitors that share one voltage: one state for both"
    Electrical.ConstantCurrent source(I = -2);
    Electrical.Capacitor C1(C = 1, v(start = 0, fixed = true));
    Electrical.Capacitor C2(C = 3);
    Electrical.Ground ground;
  equation
    connect(source.p, C1.p);
    connect(C1.p, C2.p);
    connect(C1.n, C2.n);
    connect(source.n, C1.n);
    connect(ground.p, source.n);
    annotation(experiment(StopTime = 2));
  end ParallelCapacitors;

  partial model Motor "A motor with its winding, a gear and a load, at a source that is still to be chosen"
    replaceable Electrical.TwoPin source;
    Electrical.Resistor R(R = 0.5);
    Electrical.Inductor L(L = 1e-3, i(start = 0, fixed = true));
    Electrical.DcMachine machine(k = 0.05);
    Electrical.Ground ground;
    Rotational.Inertia rotor(J = 1e-4);
    Rotational.Gear gear(ratio = 10);
    Rotational.Inertia load(J = 0.02, phi(start = 0, fixed = true), w(start = 0, fixed = true));
    Rotational.Damper friction(d = 0.1);
    Rotational.Fixed housing;
  equation
    connect(source.p, R.p);
    connect(R.n, L.p);
    connect(L.n, machine.p);
    connect(machine.n, source.n);
    connect(ground.p, source.n);
    connect(machine.shaft, rotor.a);
    connect(rotor.b, gear.a);
    connect(gear.b, load.a);
    connect(housing.flange, friction.a);
    connect(friction.b, load.b);
    annotation(experiment(StopTime = 5));
  end Motor;

  model DcMotor "The motor at a constant voltage"
    extends Motor(redeclare Electrical.ConstantVoltage source(V = 12));
    annotation(experiment(StopTime = 5));
  end DcMotor;

  model ControlledMotor "The motor held at a speed"
    extends Motor(redeclare Electrical.VoltageSource source);
    Rotational.SpeedSensor sensor;
    Blocks.Ramp wanted(height = 20, duration = 1);
    Blocks.Pid pid(k = 5, Ti = 0.2);
  equation
    connect(load.b, sensor.flange);
    connect(wanted.y, pid.set);
    connect(sensor.w, pid.measured);
    connect(pid.y, source.u);
    annotation(experiment(StopTime = 5));
  end ControlledMotor;

  model TwoMasses "Two masses on springs between walls: the frequencies are sqrt(c/m) and sqrt(3 c/m)"
    parameter Real c = 1, m = 1;
    Translational.Fixed left(s0 = 0), right(s0 = 3);
    Translational.Spring springs[3](each c = c, each s0 = 1);
    Translational.Mass first(m = m, s(start = 1.1, fixed = true), v(start = 0, fixed = true));
    Translational.Mass second(m = m, s(start = 2.1, fixed = true), v(start = 0, fixed = true));
  equation
    connect(left.flange, springs[1].a);
    connect(springs[1].b, first.a);
    connect(first.b, springs[2].a);
    connect(springs[2].b, second.a);
    connect(second.b, springs[3].a);
    connect(springs[3].b, right.flange);
    annotation(experiment(StopTime = 20));
  end TwoMasses;

  model HeatedRod "A rod between two temperatures ends with a straight profile"
    Heat.FixedTemperature hot(T = 400), cold(T = 300);
    Heat.Rod rod(n = 10, C = 100, G = 2, T0 = 300);
  equation
    connect(hot.port, rod.a);
    connect(rod.b, cold.port);
    annotation(experiment(StopTime = 500));
  end HeatedRod;

  model WarmResistor "A resistor that warms a body, which cools to the air"
    Electrical.ConstantVoltage source(V = 10);
    Electrical.HeatingResistor R(R = 10, alpha = 0.004);
    Electrical.Ground ground;
    Heat.Capacity body(C = 5, T(start = 293.15, fixed = true));
    Heat.Conductor air(G = 0.5);
    Heat.FixedTemperature ambient(T = 293.15);
  equation
    connect(source.p, R.p);
    connect(R.n, source.n);
    connect(ground.p, source.n);
    connect(R.heat, body.port);
    connect(body.port, air.a);
    connect(air.b, ambient.port);
    annotation(experiment(StopTime = 100));
  end WarmResistor;

  model InvertingAmplifier "Gain -R2/R1"
    Electrical.SineVoltage source(V = 0.1, f = 50);
    Electrical.Resistor R1(R = 1000), R2(R = 10000), load(R = 100);
    Electrical.OpAmp amplifier;
    Electrical.Ground ground;
  equation
    connect(source.p, R1.p);
    connect(R1.n, amplifier.minus);
    connect(amplifier.minus, R2.p);
    connect(R2.n, amplifier.out);
    connect(amplifier.out, load.p);
    connect(load.n, ground.p);
    connect(amplifier.plus, ground.p);
    connect(source.n, ground.p);
    annotation(experiment(StopTime = 0.04));
  end InvertingAmplifier;
end Examples;
