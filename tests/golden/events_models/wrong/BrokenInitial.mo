// An initial equation that the other equations contradict.
model BrokenInitial
  Boolean a, b(start = false, fixed = true);
initial equation
  a = true;
equation
  a = time > 5;
  b = a and pre(b);
end BrokenInitial;
