model EndlessRounds "From time 0.5 on a token goes round in a ring"
  Real x(start = 0, fixed = true);
  Boolean a(start = true, fixed = true), b(start = false, fixed = true);
equation
  der(x) = 1;
  a = if x < 0.5 then true else pre(b);
  b = if x < 0.5 then false else pre(a);
end EndlessRounds;
