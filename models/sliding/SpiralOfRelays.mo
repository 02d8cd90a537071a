// Origin: our own, after Filippov (1988), sec. 2.4. Two relays that drive a point around the origin in ever smaller turns, each a third of the one before: infinitely many changes until 1/2. No surface alone holds the point, but their intersection does.
model SpiralOfRelays
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real sx, sy;
  Real meanX(start = 0, fixed = true), meanY(start = 0, fixed = true);
equation
  sx = if x > 0 then 1 else -1;
  sy = if y > 0 then 1 else -1;
  der(x) = -sx + 2*sy;
  der(y) = -sy - 2*sx;
  der(meanX) = sx;
  der(meanY) = sy;
  annotation(experiment(StopTime = 1, Interval = 0.05, Tolerance = 1e-8));
end SpiralOfRelays;
