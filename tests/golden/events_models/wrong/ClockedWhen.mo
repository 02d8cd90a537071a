model ClockedWhen
  Real y;
  Integer n(start = 0);
equation
  y = sample(time, Clock(1, 10));
  when y > 0.5 then
    n = pre(n) + 1;
  end when;
end ClockedWhen;
