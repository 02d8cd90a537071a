model ReinitByCondition "At the start, a condition decides whether x is set"
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  when {initial(), x < 0.5} then
    if time > 0.1 then
      reinit(x, 2);
    end if;
  end when;
end ReinitByCondition;
