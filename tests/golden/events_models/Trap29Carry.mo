// A when-clause whose effect takes its own condition back at the same instant: the remainder of a counter. The clause has become active, and stays so: the carry
// is counted once, and in the next round `y >= 1` is false again.
model Trap29Carry
  Real x(start = 0, fixed = true), y "What is left";
  Integer k(start = 0, fixed = true) "Carries";
equation
  der(x) = 3;
  y = x - k;
  when y >= 1 then
    k = pre(k) + 1;
  end when;
  annotation (experiment(StopTime = 2.1, Tolerance = 1e-8));
end Trap29Carry;
