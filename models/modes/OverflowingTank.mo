// Origin: our own. A tank that is full at 2: the level stays, what comes in flows over. At 3 it is emptied.
model OverflowingTank
  Real h(start = 0, fixed = true), over, inflow = if time < 3 then 0.5 else -0.25;
  Boolean full(start = false, fixed = true);
equation
  der(h) = inflow - over;
  0 = if full then h - 1 else over;
  when h >= 1 then
    full = true;
  elsewhen over < 0 then
    full = false;
  end when;
  annotation(experiment(StopTime = 4, Interval = 0.05, Tolerance = 1e-8));
end OverflowingTank;
