// Trap 25: a relation of a derivative, which must be known while roots are looked for; and random numbers by a function with an Integer state that is called once an event, never in trials.
// H = sin(t) + x with x' = 1/2: H rises while cos(t) > -1/2.
function Next "Park and Miller's generator with the factor 16807, by Schrage's division"
  input Integer seed;
  output Integer next;
algorithm
  next := 16807 * mod(seed, 127773) - 2836 * div(seed, 127773);
  if next < 0 then
    next := next + 2147483647;
  end if;
end Next;

model Trap25DerivativeRelation
  Real x(start = 0, fixed = true), H = sin(time) + x, up(start = 0, fixed = true);
  Boolean rising;
  discrete Real t_turn(start = 0, fixed = true), noise(start = 0, fixed = true);
  Integer seed(start = 1, fixed = true);
equation
  der(x) = 0.5;
  rising = der(H) > 0;
  der(up) = if rising then 1 else 0;
  when not rising then
    t_turn = time;
  end when;
  when sample(0.1, 0.1) then
    seed = Next(pre(seed));
    noise = seed / 2147483647;
  end when;
  annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
end Trap25DerivativeRelation;
