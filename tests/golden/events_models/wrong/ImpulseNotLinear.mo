// An impulse of i cannot be squared.
model ImpulseNotLinear
  Real v1(start = 4, fixed = true), v2(start = 1, fixed = true), i;
  Boolean closed = time >= 1;
equation
  der(v1) = -i - i^3;
  2*der(v2) = i;
  0 = if closed then v1 - v2 else i;
  annotation(experiment(StopTime = 2));
end ImpulseNotLinear;
