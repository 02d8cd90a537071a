model ClockCounterVanishes
  Integer n(start = 2);
equation
  when Clock(n, 10) then
    n = previous(n) - 1;
  end when;
  annotation(experiment(StopTime = 2));
end ClockCounterVanishes;
