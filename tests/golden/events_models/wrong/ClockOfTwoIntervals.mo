model ClockOfTwoIntervals
  Integer n(start = 2);
equation
  when Clock(n, 10) then
    n = previous(n) + sample(1, Clock(1, 5));
  end when;
end ClockOfTwoIntervals;
