model ClockBetweenTicks
  Integer n(start = 2), m(start = 0);
equation
  when Clock(n, 10) then
    n = previous(n) + 1;
  end when;
  m = superSample(n, 2);
end ClockBetweenTicks;
