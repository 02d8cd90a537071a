// Trap 16: sample(0, 0.1) and sample(0, 0.3) coincide; a unit delay outside the when takes a second round.
model Trap16Samplers
  Boolean a = sample(0, 0.1), b = sample(0, 0.3);
  discrete Real u_a(start = 0, fixed = true), u_b(start = 0, fixed = true), sum(start = 0, fixed = true);
  Real delayed "what u_a was before its last sample";
  discrete Real old(start = 0, fixed = true);
  Integer both(start = 0, fixed = true);
equation
  when {a, initial()} then
    u_a = time;
    old = pre(u_a);
  end when;
  delayed = old;
  when b then
    u_b = u_a;
    sum = pre(sum) + (time - u_a);
  end when;
  when a and b then
    both = pre(both) + 1;
  end when;
  annotation(experiment(StopTime = 9.95, Interval = 0.05, Tolerance = 1e-8));
end Trap16Samplers;
