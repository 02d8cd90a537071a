// Origin: our own. Every third tick of 1/30 s is a tick of 1/10 s, always: counted over a minute. The factor between both clocks is inferred.
model ClockedTogether
  Integer i(start = 0), k(start = 0), missed(start = 0);
  Real seconds(start = 0);
equation
  when Clock(1, 30) then
    i = previous(i) + 1;
  end when;
  when Clock(1, 10) then
    k = previous(k) + 1;
    missed = previous(missed) + (if subSample(i) == 3*k - 2 then 0 else 1);
    seconds = if firstTick() then 0 else previous(seconds) + interval();
  end when;
  annotation(experiment(StopTime = 60.01, Interval = 0.03));
end ClockedTogether;
