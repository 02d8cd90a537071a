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

  model SwitchedCapacitor "A capacitor that is charged through a switch and discharged through a resistor beside it"
    Electrical.ConstantVoltage source(V = 10);
    Electrical.Resistor R1(R = 100), R2(R = 300);
    Electrical.Capacitor C(C = 1e-3, v(start = 0, fixed = true));
    Electrical.IdealSwitch switch(Ron = 0, Goff = 0);
    Blocks.BooleanStep opening(start = 0.2, before = true);
    Electrical.Ground ground;
  equation
    connect(source.p, switch.p);
    connect(switch.n, R1.p);
    connect(R1.n, C.p);
    connect(C.p, R2.p);
    connect(R2.n, C.n);
    connect(C.n, source.n);
    connect(ground.p, source.n);
    connect(opening.y, switch.closed);
    annotation(experiment(StopTime = 0.5, Interval = 1e-3));
  end SwitchedCapacitor;

  model HalfWaveRectifier "A diode charges a capacitor from an alternating voltage; a resistor discharges it"
    Electrical.SineVoltage source(V = 10, f = 50);
    Electrical.Resistor Rs(R = 1), load(R = 100);
    Electrical.IdealDiode diode(Ron = 0, Goff = 0);
    Electrical.Capacitor C(C = 2e-4, v(start = 0, fixed = true));
    Electrical.Ground ground;
  equation
    connect(source.p, Rs.p);
    connect(Rs.n, diode.p);
    connect(diode.n, C.p);
    connect(C.p, load.p);
    connect(load.n, C.n);
    connect(C.n, source.n);
    connect(ground.p, source.n);
    annotation(experiment(StopTime = 0.06, Interval = 5e-4));
  end HalfWaveRectifier;

  model BridgeRectifier "Four diodes turn the negative half waves over; a coil smooths the current"
    Electrical.SineVoltage source(V = 10, f = 50);
    Electrical.IdealDiode upper[2], lower[2];
    Electrical.Inductor L(L = 0.01, i(start = 0, fixed = true));
    Electrical.Resistor load(R = 2);
    Electrical.Ground ground;
  equation
    connect(source.p, upper[1].p);
    connect(source.p, lower[1].n);
    connect(source.n, upper[2].p);
    connect(source.n, lower[2].n);
    connect(upper[1].n, upper[2].n);
    connect(upper[1].n, L.p);
    connect(L.n, load.p);
    connect(load.n, lower[1].p);
    connect(lower[1].p, lower[2].p);
    connect(ground.p, load.n);
    annotation(experiment(StopTime = 0.055, Interval = 5e-4));
  end BridgeRectifier;

  model ThyristorDimmer "A thyristor that is fired a quarter of a half wave late"
    Electrical.SineVoltage source(V = 10, f = 50);
    Electrical.IdealThyristor thyristor(Ron = 0, Goff = 0);
    Electrical.Resistor load(R = 5);
    Electrical.Ground ground;
    Blocks.Pulse pulse(period = 0.02, width = 0.001, start = 0.0025);
    Real charge(unit = "C", start = 0, fixed = true);
  equation
    connect(source.p, thyristor.p);
    connect(thyristor.n, load.p);
    connect(load.n, source.n);
    connect(ground.p, source.n);
    connect(pulse.y, thyristor.fire);
    der(charge) = load.i;
    annotation(experiment(StopTime = 0.059, Interval = 5e-4));
  end ThyristorDimmer;

  model PwmDrive "A motor whose voltage is switched by pulses of controlled width, with a diode that takes the current over"
    Electrical.ConstantVoltage source(V = 24);
    Electrical.IdealSwitch switch;
    Electrical.IdealDiode diode;
    Electrical.Resistor R(R = 0.5);
    Electrical.Inductor L(L = 5e-3, i(start = 0, fixed = true));
    Electrical.DcMachine machine(k = 0.1);
    Electrical.Ground ground;
    Rotational.Inertia rotor(J = 1e-3, phi(start = 0, fixed = true), w(start = 0, fixed = true));
    Rotational.Damper friction(d = 1e-3);
    Rotational.Fixed housing;
    Blocks.Constant part(k = 0.4);
    Blocks.PulseWidth modulator(period = 1e-3);
  equation
    connect(source.p, switch.p);
    connect(switch.n, R.p);
    connect(diode.n, R.p);
    connect(R.n, L.p);
    connect(L.n, machine.p);
    connect(machine.n, source.n);
    connect(diode.p, source.n);
    connect(ground.p, source.n);
    connect(machine.shaft, rotor.a);
    connect(rotor.b, friction.b);
    connect(friction.a, housing.flange);
    connect(part.y, modulator.u);
    connect(modulator.y, switch.closed);
    annotation(experiment(StopTime = 0.1, Interval = 1e-3));
  end PwmDrive;

  model ClutchEngagement "Two inertias that a clutch brings to one speed: w = J1 w1/(J1 + J2)"
    Rotational.Inertia first(J = 1, phi(start = 0, fixed = true), w(start = 10, fixed = true));
    Rotational.Inertia second(J = 2, phi(start = 0, fixed = true), w(start = 0, fixed = true));
    Rotational.Clutch clutch(tau_max = 5);
    Blocks.Step pressure(start = 1);
  equation
    connect(first.b, clutch.a);
    connect(clutch.b, second.a);
    connect(pressure.y, clutch.pressure);
    annotation(experiment(StopTime = 4, Interval = 0.05));
  end ClutchEngagement;

  model BrakedShaft "A shaft that is braked to rest, held, and torn loose by a growing torque"
    Rotational.Inertia shaft(J = 2, phi(start = 0, fixed = true), w(start = 3, fixed = true));
    Rotational.Brake brake(tau_max = 4);
    Rotational.TorqueSource torque;
    Blocks.Step pressure(start = 0.5);
    Blocks.Integrator growing(y_start = -4);
    Blocks.Constant rate(k = 2);
  equation
    connect(torque.flange, shaft.a);
    connect(shaft.b, brake.a);
    connect(pressure.y, brake.pressure);
    connect(rate.y, growing.u);
    torque.u = max(growing.y, 0);
    annotation(experiment(StopTime = 5, Interval = 0.05));
  end BrakedShaft;

  model Buffers "A mass that runs between a stop with a spring and a hard wall"
    Translational.MassWithStops mass(m = 2, low = -3, high = 100, e = 0.5, s(start = 0, fixed = true), v(start = 1.5, fixed = true));
    Translational.Stop stop(c = 800);
    Translational.Fixed wall(s0 = 3);
  equation
    connect(mass.b, stop.a);
    connect(stop.b, wall.flange);
    annotation(experiment(StopTime = 15, Interval = 0.05));
  end Buffers;

  model TwoPointControl "A lag between two levels"
    Blocks.FirstOrder lag(T = 2);
    Blocks.Hysteresis hysteresis(low = -0.25, high = 0.25);
    Blocks.Selector selector;
    Blocks.Constant plus(k = 1), minus(k = -1);
    Blocks.Counter switches;
  equation
    connect(lag.y, hysteresis.u);
    connect(hysteresis.y, selector.first);
    connect(minus.y, selector.u1);
    connect(plus.y, selector.u2);
    connect(selector.y, lag.u);
    connect(hysteresis.y, switches.u);
    annotation(experiment(StopTime = 20, Interval = 0.1));
  end TwoPointControl;

  model SampledServo "A mass that two samples bring to rest: deadbeat control of a double integrator"
    parameter Real T(unit = "s") = 0.5 "period of the samples";
    Blocks.Integrator speed(y_start = -0.3), place(y_start = 1);
    Blocks.ZeroOrderHold hold(period = T);
    Blocks.Sum control(k = {-1 / T ^ 2, -1.5 / T});
  equation
    connect(speed.y, place.u);
    connect(place.y, control.u[1]);
    connect(speed.y, control.u[2]);
    connect(control.y, hold.u);
    connect(hold.y, speed.u);
    annotation(experiment(StopTime = 1.9, Interval = 0.025));
  end SampledServo;

  model SampledLag "A lag under a sampled controller, whose output is limited at first"
    parameter Real wanted = 1;
    Blocks.FirstOrder lag(T = 1);
    Blocks.SampledPi control(period = 0.2, k = 2, Ti = 2 / 3, high = 2);
    Blocks.UnitDelay late(period = 0.2);
  equation
    control.u = wanted - lag.y;
    connect(control.y, lag.u);
    connect(lag.y, late.u);
    annotation(experiment(StopTime = 5.1, Interval = 0.05));
  end SampledLag;

  model Logic "Pulses, memory and time"
    Blocks.Pulse pulse(period = 1, width = 0.25), late(period = 1, width = 0.1, start = 0.6);
    Blocks.FlipFlop memory;
    Blocks.Toggle half;
    Blocks.And both;
    Blocks.Or either;
    Blocks.Not inverse;
    Blocks.Counter edges;
    Blocks.Timer timer;
    Blocks.OnDelay delayed(wait = 0.4);
    Real set(start = 0, fixed = true), both_time(start = 0, fixed = true), either_time(start = 0, fixed = true), delayed_time(start = 0, fixed = true);
  equation
    connect(pulse.y, memory.set);
    connect(late.y, memory.reset);
    connect(pulse.y, half.u);
    connect(memory.y, both.u1);
    connect(half.y, both.u2);
    connect(memory.y, either.u1);
    connect(inverse.y, either.u2);
    connect(half.y, inverse.u);
    connect(memory.y, edges.u);
    connect(memory.y, timer.u);
    connect(memory.y, delayed.u);
    der(set) = if memory.y then 1 else 0;
    der(both_time) = if both.y then 1 else 0;
    der(either_time) = if either.y then 1 else 0;
    der(delayed_time) = if delayed.y then 1 else 0;
    annotation(experiment(StopTime = 4.3, Interval = 0.05));
  end Logic;
end Examples;
