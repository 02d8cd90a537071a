// Trap 7: a thyristor remembers that it was fired, and a relation of the loop ends it. A resistor behind it at V sin(2 pi t), fired at a quarter of each period, and once (in the
// third period) in the very instant at which the current of the half wave ends. Charge of a period: V/(2 pi R), from the top of the wave on.
model Trap07Thyristor
  constant Real pi = 3.141592653589793;
  parameter Real V = 10, R = 5;
  Real u = V * sin(2 * pi * time), v, i, s;
  Boolean off(start = true, fixed = true), fire;
  Real charge(start = 0, fixed = true);
  Integer conductions(start = 0, fixed = true);
equation
  fire = time >= 0.25 and time < 0.3 or time >= 1.25 and time < 1.3 or time >= 2.5 and time < 2.55;
  u = v + R * i;
  off = s < 0 or pre(off) and not fire;
  v = if off then s else 1e-6 * s;
  i = if off then 1e-6 * s else s;
  der(charge) = i;
  when not off then
    conductions = pre(conductions) + 1;
  end when;
  annotation(experiment(StopTime = 2.9, Interval = 0.05, Tolerance = 1e-8));
end Trap07Thyristor;
