model EndlessLoop "No value of b is at rest"
  Boolean b(start = false, fixed = true);
equation
  b = not pre(b);
end EndlessLoop;
