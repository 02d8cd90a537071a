model ClockIntervalVanishes
  Real h(start = 0.5);
equation
  when Clock(h) then
    h = previous(h) - 0.25;
  end when;
  annotation(experiment(StopTime = 2));
end ClockIntervalVanishes;
