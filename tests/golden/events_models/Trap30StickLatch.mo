// A block on a belt, held by a spring, whose friction breaks loose: `abs(f) > fs` is false again as soon as `stuck` is, for sliding friction is less.
// While it sticks v stays exactly at vb, to which it was set: then `v > vb` is false, although it was true when that was done, or the block would stick again at once.
model Trap30StickLatch
  parameter Real k = 10, m = 1, vb = 0.5 "Of the belt", fs = 3 "At most, while it sticks", fk = 2 "While it slides";
  Real x(start = 0, fixed = true), v(start = vb, fixed = true), f "Friction";
  Boolean stuck(start = true, fixed = true);
equation
  der(x) = v;
  m*der(v) = f - k*x;
  f = if stuck then k*x else fk;
  when pre(stuck) and abs(f) > fs then
    stuck = false;
  elsewhen not pre(stuck) and v > vb then
    stuck = true;
    reinit(v, vb);
  end when;
  annotation (experiment(StopTime = 5, Tolerance = 1e-8));
end Trap30StickLatch;
