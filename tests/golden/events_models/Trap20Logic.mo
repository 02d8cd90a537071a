// Trap 20: many-valued logic with enumerations, a delta cycle through pre, change(), and an inertial delay that a later edge cancels: a pulse shorter than the delay vanishes.
// a is one from 0.5 on, b in [1, 1.1) and from 1.5 on: the output, unknown before, is zero from 0.2 on and one from 1.7 on.
type L = enumeration(X, Zero, One);

function And
  input L a, b;
  output L y;
algorithm
  y := if a == L.Zero or b == L.Zero then L.Zero else if a == L.One and b == L.One then L.One else L.X;
end And;

model Trap20Logic
  parameter Real delay_time = 0.2;
  L a, b, aux(start = L.X, fixed = true), y(start = L.X, fixed = true), out(start = L.X, fixed = true);
  discrete Real t_next(start = 1e60, fixed = true), t_out(start = 0, fixed = true);
  Integer settled(start = 0, fixed = true);
equation
  a = if time < 0.5 then L.Zero else L.One;
  b = if time < 1 or time >= 1.1 and time < 1.5 then L.Zero else L.One;
  aux = And(a, b);
  y = pre(aux);
  when {initial(), change(y)} then
    t_next = time + delay_time;
  end when;
  when time >= pre(t_next) then
    out = y;
    settled = pre(settled) + 1;
  end when;
  when change(out) then
    t_out = time;
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-8));
end Trap20Logic;
