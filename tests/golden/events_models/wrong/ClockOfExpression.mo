model ClockOfExpression
  Integer n(start = 2);
equation
  when Clock(n + 1, 10) then
    n = previous(n) + 1;
  end when;
end ClockOfExpression;
